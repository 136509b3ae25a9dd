# SPDX-License-Identifier: GPL-3.0-only
"""The many spellings of one call that GitLab takes."""
import json

from rest.check import Check, curl
from support.stage import until


class Bodies(Check):
    def test_a_form_is_as_good_as_json(self):
        self.commit("feat/x")
        with self.intent("create_mr"):
            made = curl(f"{self.home}/merge_requests", "--data", "source_branch=feat/x&target_branch=main",
                        "--data-urlencode", "title=100% + more & ✓")
        self.assertEqual((made.status, made.json["title"]), (201, "100% + more & ✓"))

    def test_a_plus_in_a_form_is_a_space(self):
        self.commit("feat/x")
        made = curl(f"{self.home}/merge_requests", "--data", "source_branch=feat/x&target_branch=main&title=a+b%2Bc")
        self.assertEqual(made.json["title"], "a b+c")

    def test_parameters_may_stand_in_the_query_of_a_post(self):
        with self.intent("branch_create"):
            made = curl(f"{self.home}/repository/branches?branch=feat/x&ref=main", "--request", "POST")
        self.assertEqual((made.status, made.json["name"]), (201, "feat/x"))

    def test_query_and_body_are_merged(self):
        made = curl(f"{self.home}/repository/branches?ref=main", "--json", '{"branch": "feat/x"}')
        self.assertEqual(made.status, 201)

    def test_broken_json_is_the_callers_fault(self):
        with self.intent(None):
            answer = curl(f"{self.home}/merge_requests", "--json", '{"title": ')
        self.assertEqual(answer.status, 400)
        self.assertIn("error", answer.json)

    def test_an_empty_body_misses_its_parameters(self):
        answer = curl(f"{self.home}/merge_requests", "--request", "POST")
        self.assertEqual(answer.status, 400)
        self.assertIn("title is missing", answer.json["error"])

    def test_a_delete_may_carry_a_body(self):
        curl(f"{self.home}/repository/branches?branch=feat/x&ref=main", "--request", "POST")
        with self.intent("branch_delete"):
            gone = curl(f"{self.home}/repository/branches/feat%2Fx", "--request", "DELETE", "--json", "{}")
        self.assertEqual((gone.status, gone.body), (204, b""))

    def test_a_chunked_body_is_taken(self):
        made = curl(f"{self.home}/repository/branches", "--header", "Transfer-Encoding: chunked", "--json",
                    '{"branch": "feat/x", "ref": "main"}')
        self.assertEqual(made.status, 201)


class Booleans(Check):
    def asked(self, word):
        return "rebase_in_progress" in curl(f"{self.home}/merge_requests/1?include_rebase_in_progress={word}").json

    def test_truth_has_three_spellings(self):
        self.opened()
        self.assertEqual([self.asked(word) for word in ("true", "True", "1")], [True, True, True])

    def test_falsehood_has_three_spellings(self):
        self.opened()
        self.assertEqual([self.asked(word) for word in ("false", "False", "0")], [False, False, False])

    def test_another_word_is_no_truth_value(self):
        self.opened()
        answer = curl(f"{self.home}/merge_requests/1?include_rebase_in_progress=perhaps")
        self.assertEqual((answer.status, answer.json), (400, {"error": "include_rebase_in_progress is invalid"}))

    def test_a_form_spells_truth_as_a_word(self):
        self.commit("feat/x")
        made = curl(f"{self.home}/merge_requests", "--data",
                    "source_branch=feat/x&target_branch=main&title=t&remove_source_branch=True&squash=1")
        self.assertEqual((made.json["force_remove_source_branch"], made.json["squash"]), (True, True))


class Lists(Check):
    def test_a_list_of_numbers_has_three_spellings(self):
        for name in "xyz":
            self.opened(f"feat/{name}", f"bindings/{name}.yaml")
        for query in ("iids%5B%5D=1&iids%5B%5D=3", "iids[]=1&iids[]=3", "iids=1,3"):
            with self.subTest(query):
                found = curl(f"{self.home}/merge_requests?{query}", "--globoff").json
                self.assertEqual(sorted(mr["iid"] for mr in found), [1, 3])

    def test_labels_come_with_commas_or_as_a_list(self):
        self.commit("feat/x")
        self.commit("feat/y", "bindings/y.yaml")
        for branch, labels in (("feat/x", "a,b"), ("feat/y", ["a", "b"])):
            body = {"source_branch": branch, "target_branch": "main", "title": "t", "labels": labels}
            self.assertEqual(curl(f"{self.home}/merge_requests", "--json", json.dumps(body)).json["labels"], ["a", "b"])


class Paths(Check):
    def test_a_project_is_named_by_its_encoded_path(self):
        encoded = self.project.path.replace("/", "%2F")
        self.assertEqual(curl(f"/api/v4/projects/{encoded}").json["id"], self.project.id)
        self.assertEqual(curl(f"/api/v4/projects/{encoded.lower()}/repository/branches/main").status, 200)

    def test_a_slash_that_is_not_encoded_is_another_route(self):
        self.assertEqual(curl(f"/api/v4/projects/{self.project.path}").status, 404)

    def test_a_file_with_odd_letters_is_found(self):
        name = "odd/ä b+c%20#?.yaml"
        self.commit("feat/x", name)
        encoded = "odd%2F%C3%A4%20b%2Bc%2520%23%3F%2Eyaml"
        answer = curl(f"{self.home}/repository/files/{encoded}?ref=feat/x")
        self.assertEqual((answer.status, answer.json.get("file_path")), (200, name))
        self.assertEqual(curl(f"{self.home}/repository/files/{encoded}/raw?ref=feat%2Fx").body, b"new: 1\n")

    def test_a_branch_with_odd_letters_is_made_found_and_removed(self):
        made = curl(f"{self.home}/repository/branches", "--json", json.dumps({"branch": "feat/ä+b#1", "ref": "main"}))
        self.assertEqual(made.status, 201)
        path = f"{self.home}/repository/branches/feat%2F%C3%A4%2Bb%231"
        self.assertEqual(curl(path).json["name"], "feat/ä+b#1")
        self.assertEqual(curl(path, "--request", "DELETE").status, 204)

    def test_a_plus_in_the_query_is_a_space(self):
        self.commit("feat/x", "a b.txt")
        self.assertEqual(curl(f"{self.home}/repository/commits?ref_name=feat/x&path=a+b.txt").json[0]["title"], "Change a b.txt")


class Tokens(Check):
    def test_a_token_is_taken_from_any_of_its_places(self):
        for arguments in (("--header", "PRIVATE-TOKEN: author-token"), ("--header", "Private-Token: author-token"),
                          ("--header", "Authorization: Bearer author-token"), ("--oauth2-bearer", "author-token")):
            with self.subTest(arguments):
                answer = curl("/api/v4/user", *arguments, token=None)
                self.assertEqual((answer.status, answer.json.get("username")), (200, "author"))
        self.assertEqual(curl("/api/v4/user?private_token=author-token", token=None).json["username"], "author")


class Heads(Check):
    def test_the_head_that_was_gated_may_stand_in_query_or_body(self):
        for branch, how in (("feat/x", lambda sha: [f"?sha={sha}", "--json", "{}"]),
                            ("feat/y", lambda sha: ["", "--json", json.dumps({"sha": sha})]),
                            ("feat/z", lambda sha: ["", "--data", f"sha={sha}"])):
            mr = self.opened(branch, f"bindings/{branch[-1]}.yaml")
            query, *arguments = how("1" * 40)
            merge = f"{self.home}/merge_requests/{mr['iid']}/merge"
            refused = curl(merge + query, "--request", "PUT", *arguments, token="maintainer-token")
            self.assertEqual(refused.status, 409, branch)
            query, *arguments = how(mr["sha"])
            with self.intent("merge"):
                merged = curl(merge + query, "--request", "PUT", *arguments, token="maintainer-token")
            self.assertEqual((merged.status, merged.json["state"]), (200, "merged"))
            until(lambda: curl(f"{self.home}/repository/branches/{branch.replace('/', '%2F')}").status == 404, "removed branch")
