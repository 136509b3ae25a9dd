# SPDX-License-Identifier: GPL-3.0-only
"""Who may push what where, in the words a person sees at the prompt."""
from git.check import Check
from support.stage import until


class Pushing(Check):
    def setUp(self):
        super().setUp()
        self.copy = self.clone()
        self.copy("switch", "--quiet", "--create", "feat/x")

    def head(self, branch):
        return self.outside("ls-remote", self.url(), f"refs/heads/{branch}").split("\t")[0]

    def push_refused(self, words, *arguments):
        with self.intent(None):
            self.assertFalse(self.copy.try_("push", *arguments), "the push was accepted")
        self.assertIn(words, self.copy.said)

    def test_a_push_makes_a_branch(self):
        made = self.copy.commit("new.txt", "new\n")
        with self.intent("push"):
            self.copy("push", "--quiet", "origin", "feat/x")
        self.assertEqual(self.head("feat/x"), made)
        self.assertEqual(self.api("GET", "/repository/branches/feat%2Fx")["commit"]["id"], made)
        effect = next(effect for effect in self.project.effects() if effect["kind"] == "push")
        self.assertEqual((effect["user"], effect["sha"]), ("author", made))

    def test_a_push_moves_the_merge_request_of_the_branch(self):
        self.copy.commit("new.txt", "new\n")
        self.copy("push", "--quiet", "origin", "feat/x")
        iid = self.api("POST", "/merge_requests", source_branch="feat/x", target_branch="main", title="T")["iid"]
        made = self.copy.commit("new.txt", "newer\n")
        self.copy("push", "--quiet", "origin", "feat/x")
        until(lambda: self.api("GET", f"/merge_requests/{iid}")["sha"] == made, "new head of the merge request")

    def test_several_branches_go_in_one_push(self):
        self.copy.commit("new.txt", "new\n")
        self.copy("push", "--quiet", "--atomic", "origin", "feat/x", "feat/x:feat/y")
        self.assertEqual(self.project.kinds().count("push"), 2)

    def test_a_branch_is_deleted_by_a_push(self):
        self.copy("push", "--quiet", "origin", "feat/x")
        self.copy("push", "--quiet", "--delete", "origin", "feat/x")
        self.assertEqual(self.head("feat/x"), "")

    def test_a_large_push_arrives_whole(self):
        for number in range(200):
            self.copy.write(f"many/{number:03}.txt", f"{number}\n" * 2000)
        self.copy.write("random.bin", "".join(chr(33 + (number * 7919) % 89) for number in range(3_000_000)))
        made = self.copy.commit("last.txt", "last\n")
        self.copy("-c", "http.postBuffer=1024", "push", "--quiet", "origin", "feat/x")
        again = self.clone("--branch", "feat/x", name="again")
        self.assertEqual((again("rev-parse", "HEAD"), again("fsck", "--strict")), (made, ""))

    def test_a_protected_branch_takes_no_push(self):
        self.copy.commit("new.txt", "new\n")
        self.push_refused("GitLab: You are not allowed to push code to protected branches on this project", "origin", "feat/x:main")
        self.assertEqual(self.head("main"), self.project.head)

    def test_a_protected_branch_is_not_deleted(self):
        self.push_refused("GitLab: You can only delete protected branches", "--delete", "origin", "main")

    def test_one_refused_branch_of_an_atomic_push_stops_all(self):
        self.copy.commit("new.txt", "new\n")
        self.push_refused("protected", "--atomic", "origin", "feat/x", "feat/x:main")
        self.assertEqual(self.head("feat/x"), "")

    def test_a_reader_pushes_nothing(self):
        self.copy.commit("new.txt", "new\n")
        self.push_refused("403", self.url("reporter-token"), "feat/x")

    def test_a_token_for_reading_pushes_nothing(self):
        self.copy.commit("new.txt", "new\n")
        self.push_refused("403", self.url("author-fetches"), "feat/x")

    def test_a_push_that_lost_the_race_is_rejected(self):
        self.copy("push", "--quiet", "origin", "feat/x")
        other = self.clone("--branch", "feat/x", name="other")
        theirs = other.commit("theirs.txt", "theirs\n")
        other("push", "--quiet", "origin", "feat/x")
        self.copy.commit("mine.txt", "mine\n")
        self.push_refused("[rejected]", "origin", "feat/x")
        self.push_refused("stale info", f"--force-with-lease=feat/x:{self.project.head}", "origin", "feat/x")
        self.assertEqual(self.head("feat/x"), theirs)

    def test_an_unprotected_branch_may_be_forced(self):
        self.copy.commit("new.txt", "new\n")
        self.copy("push", "--quiet", "origin", "feat/x")
        self.copy("commit", "--quiet", "--amend", "--message", "Another")
        with self.intent("push"):
            self.copy("push", "--quiet", "--force", "origin", "feat/x")
        self.assertEqual(self.head("feat/x"), self.copy("rev-parse", "HEAD"))


class Forcing(Check):
    def test_a_protected_branch_is_not_forced_even_by_those_who_may_push(self):
        self.project.twin.seed({"projects": [{"path": self.project.path, "protected_branches": [
            {"name": "main", "push_access_level": "developer", "merge_access_level": "developer"}]}]})
        copy = self.clone()
        copy.commit("new.txt", "new\n")
        copy("push", "--quiet", "origin", "main")
        copy("commit", "--quiet", "--amend", "--message", "Another")
        with self.intent(None):
            self.assertFalse(copy.try_("push", "--force", "origin", "main"))
        self.assertRegex(copy.said, "force push|non-fast-forward")

    def test_where_forcing_is_allowed_it_is_done(self):
        self.project.twin.seed({"projects": [{"path": self.project.path, "protected_branches": [
            {"name": "main", "push_access_level": "developer", "merge_access_level": "developer", "allow_force_push": True}]}]})
        copy = self.clone()
        copy("commit", "--quiet", "--amend", "--message", "Another")
        copy("push", "--quiet", "--force", "origin", "main")
        self.assertIn(copy("rev-parse", "HEAD"), self.outside("ls-remote", self.url(), "refs/heads/main"))


class Trouble(Check):
    def test_a_fetch_that_was_cut_off_can_be_repeated(self):
        self.project.twin.fault({"kind": "drop"}, op="git.refs")
        self.assertFalse(self.outside.try_("ls-remote", self.url()))
        self.assertIn(self.project.head, self.outside("ls-remote", self.url()))

    def test_a_push_whose_answer_was_lost_has_happened(self):
        copy = self.clone()
        copy("switch", "--quiet", "--create", "feat/x")
        made = copy.commit("new.txt", "new\n")
        self.project.twin.fault({"kind": "drop"}, phase="after_effect", op="git.push")
        with self.intent("push"):
            self.assertFalse(copy.try_("push", "origin", "feat/x"))
        self.assertIn(made, self.outside("ls-remote", self.url(), "refs/heads/feat/x"))
