# SPDX-License-Identifier: GPL-3.0-only
"""Who a token is, what it may see, and what a wrong one is told."""
import gitlab

from pythongitlab.check import Check
from support.stage import Project


class Tokens(Check):
    def test_a_private_token_is_taken(self):
        self.client("author-token").auth()
        self.assertEqual(self.status, 200)

    def test_a_token_is_taken_as_a_bearer_too(self):
        client = self.client(oauth_token="author-token")
        client.auth()
        self.assertEqual(self.wire[-1].request.headers["Authorization"], "Bearer author-token")
        self.assertEqual(client.user.username, "author")

    def test_without_token_nobody_is_known(self):
        with self.refused(401, '"401 Unauthorized"', gitlab.GitlabAuthenticationError):
            self.client().http_get("/user")

    def test_without_token_nothing_is_changed(self):
        with self.refused(401, '"401 Unauthorized"'):
            self.client().http_post(f"/projects/{self.p.id}/merge_requests", post_data={})

    def test_an_unknown_private_token_is_refused(self):
        with self.refused(401, '"401 Unauthorized"'):
            self.client("nobody").auth()

    def test_an_unknown_bearer_is_an_invalid_token(self):
        with self.refused(401, "invalid_token"):
            self.client(oauth_token="nobody").auth()
        self.assertIn("invalid_token", self.wire[-1].headers["WWW-Authenticate"] + self.wire[-1].text)

    def test_an_expired_token_says_so(self):
        with self.refused(401, '"error":"invalid_token"', gitlab.GitlabAuthenticationError):
            self.client("author-late").auth()
        self.assertTrue(self.wire[-1].json()["error_description"].startswith("Token is expired"))
        self.assertIn("WWW-Authenticate", self.wire[-1].headers)

    def test_a_revoked_token_says_so(self):
        with self.refused(401, '"error":"invalid_token"'):
            self.client("author-gone").auth()
        self.assertTrue(self.wire[-1].json()["error_description"].startswith("Token was revoked"))

    def test_a_reading_token_changes_nothing(self):
        reader = self.client("author-reads").projects.get(self.project.id)
        with self.refused(403, '"error":"insufficient_scope"'):
            reader.branches.create({"branch": "feat/x", "ref": "main"})
        self.assertIn("api", self.wire[-1].json()["scope"])


class Visibility(Check):
    def test_a_stranger_does_not_learn_that_a_private_project_exists(self):
        with self.refused(404, '"404 Project Not Found"'):
            self.client("outsider-token").projects.get(self.project.path)

    def test_a_stranger_may_read_a_public_project_but_not_write(self):
        self.project = Project(self.project.twin, visibility="public")
        project = self.client("outsider-token").projects.get(self.project.path)
        with self.refused(403, "403 Forbidden"):
            project.branches.create({"branch": "feat/x", "ref": "main"})

    def test_a_reporter_may_read_but_not_write(self):
        project = self.as_user("reporter-token")
        self.assertEqual(project.files.get("README.md", ref="main").decode(), b"Configuration\n")
        with self.refused(403, "403 Forbidden"):
            project.branches.create({"branch": "feat/x", "ref": "main"})

    def test_an_object_can_be_masked_for_a_while(self):
        mr = self.opened()
        self.project.twin.fault({"kind": "mask404"}, op="mr.get", times=1)
        with self.refused(404, ""):
            self.p.mergerequests.get(mr.iid)
        self.assertEqual(self.p.mergerequests.get(mr.iid).iid, mr.iid)


class Moved(Check):
    def redirected(self):
        other = Project(self.project.twin)
        self.project.twin.fault({"kind": "redirect", "to_id": other.id}, path_regex=self.project.path.replace("/", "%2F") + "$",
                                times=-1)
        return other

    def test_reading_a_moved_project_leads_to_the_new_place(self):
        other = self.redirected()
        self.assertEqual(self.author.projects.get(self.project.path).id, other.id)
        self.assertEqual(self.wire[-1].history[0].status_code, 301)
        self.assertTrue(self.wire[-1].history[0].headers["Location"].endswith(f"/api/v4/projects/{other.id}"))

    def test_changing_a_moved_project_is_refused(self):
        self.redirected()
        with self.refused(405, "Non GET methods are not allowed for moved projects"):
            self.author.http_put("/projects/" + self.project.path.replace("/", "%2F"), post_data={"name": "n"})


class Sudo(Check):
    def test_an_administrator_acts_as_somebody_else(self):
        boss = self.client("boss-token")
        self.assertEqual(boss.http_get("/user", sudo="author")["username"], "author")
        mr = self.opened()
        with self.intent("note"):
            note = boss.http_post(f"/projects/{self.p.id}/merge_requests/{mr.iid}/notes", post_data={"body": "as you"}, sudo="reviewer-1")
        self.assertEqual(note["author"]["username"], "reviewer-1")
        self.assertEqual(self.project.effects()[-1]["user"], "reviewer-1")

    def test_a_number_names_the_other_user_too(self):
        number = self.author.http_get("/user")["id"]
        self.assertEqual(self.client("boss-token").http_get("/user", sudo=number)["username"], "author")

    def test_nobody_else_may_act_as_somebody_else(self):
        with self.refused(403, "403 Forbidden"):
            self.author.http_get("/user", sudo="boss")

    def test_an_unknown_user_is_not_found(self):
        with self.refused(404, "404"):
            self.client("boss-token").http_get("/user", sudo="nobody-at-all")
