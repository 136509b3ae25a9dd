# SPDX-License-Identifier: GPL-3.0-only
"""Who may read a repository, and that what is read is right."""
from git.check import Check
from support.stage import Project, until


class Cloning(Check):
    def test_a_clone_holds_what_was_seeded(self):
        copy = self.clone()
        self.assertEqual(copy.read("bindings/a.yaml"), "a: 1\n")
        self.assertEqual(copy("rev-parse", "HEAD"), self.project.head)
        self.assertEqual(copy("symbolic-ref", "--short", "HEAD"), "main")
        self.assertEqual(copy("fsck", "--strict"), "")

    def test_both_versions_of_the_protocol_are_spoken(self):
        for version in ("0", "2"):
            with self.subTest(version):
                copy = self.clone("--config", f"protocol.version={version}", name=f"copy{version}")
                self.assertEqual(copy("rev-parse", "HEAD"), self.project.head)

    def test_a_shallow_clone_has_one_commit_and_can_be_deepened(self):
        copy = self.clone()
        copy("switch", "--quiet", "--create", "feat/x")
        for number in range(3):
            copy.commit("n.txt", f"{number}\n")
        copy("push", "--quiet", "origin", "feat/x")
        shallow = self.clone("--depth", "1", "--branch", "feat/x", name="shallow")
        self.assertEqual(shallow("rev-list", "--count", "HEAD"), "1")
        shallow("fetch", "--quiet", "--unshallow")
        self.assertEqual(shallow("rev-list", "--count", "HEAD"), "4")

    def test_a_single_commit_is_fetched_by_its_number(self):
        copy = self.clone("--no-checkout")
        empty = self.outside
        empty("init", "--quiet", "bare.git", "--bare")
        empty("--git-dir", "bare.git", "fetch", "--quiet", "--depth", "1", self.url(), self.project.head)
        self.assertEqual(empty("--git-dir", "bare.git", "rev-parse", "FETCH_HEAD"), copy("rev-parse", "HEAD"))

    def test_a_fetch_brings_what_came_meanwhile(self):
        copy = self.clone()
        made = self.api("POST", "/repository/commits", branch="feat/x", start_branch="main", commit_message="Change", actions=[
            {"action": "create", "file_path": "new.txt", "content": "new\n"}])["id"]
        copy("fetch", "--quiet")
        self.assertEqual(copy("rev-parse", "origin/feat/x"), made)
        self.api("DELETE", "/repository/branches/feat%2Fx")
        copy("fetch", "--quiet", "--prune")
        self.assertEqual(copy("branch", "--remotes", "--list", "origin/feat/x"), "")

    def test_a_merge_request_can_be_fetched_by_its_reference(self):
        copy = self.clone()
        copy("switch", "--quiet", "--create", "feat/x")
        head = copy.commit("new.txt", "new\n")
        copy("push", "--quiet", "origin", "feat/x")
        iid = self.api("POST", "/merge_requests", source_branch="feat/x", target_branch="main", title="T")["iid"]
        until(lambda: copy.try_("fetch", "--quiet", "origin", f"refs/merge-requests/{iid}/head"), "reference of the merge request")
        self.assertEqual(copy("rev-parse", "FETCH_HEAD"), head)

    def test_what_the_server_keeps_for_itself_is_not_shown(self):
        self.clone()
        self.assertNotIn("refs/twin", self.outside("ls-remote", self.url()))


class Rights(Check):
    def refused(self, token, words):
        self.assertFalse(self.outside.try_("ls-remote", self.url(token)))
        self.assertIn(words, self.outside.said)

    def test_nobody_reads_without_a_token(self):
        self.refused(None, "terminal prompts disabled")

    def test_an_unknown_token_is_refused(self):
        self.refused("nobody", "Authentication failed")

    def test_an_expired_token_is_refused(self):
        self.refused("author-late", "Authentication failed")

    def test_a_stranger_does_not_learn_that_a_private_project_exists(self):
        self.refused("outsider-token", "not found")

    def test_a_token_for_reading_repositories_reads(self):
        self.assertIn(self.project.head, self.outside("ls-remote", self.url("author-fetches")))

    def test_anybody_reads_a_public_project(self):
        self.project = Project(self.project.twin, visibility="public")
        self.assertIn(self.project.head, self.outside("ls-remote", self.url(None)))

    def test_any_user_name_goes_with_a_token(self):
        self.assertIn(self.project.head, self.outside("ls-remote", self.url().replace("oauth2:", "whoever:")))

    def test_a_token_is_taken_as_a_header(self):
        self.assertIn(self.project.head, self.outside("-c", "http.extraHeader=Authorization: Bearer author-token", "ls-remote", self.url(None)))
