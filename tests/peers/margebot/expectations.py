# SPDX-License-Identifier: GPL-3.0-only
"""What marge-bot expects of a server, step by step of its own way to a merge."""
import re

from margebot.check import Bot, Check, Refusal
from support.crowd import CROWD, crowded
from support.stage import until

FIELDS = ("id", "iid", "project_id", "source_project_id", "target_project_id", "title", "state", "sha", "merge_status", "assignees",
          "author", "source_branch", "target_branch", "squash", "force_remove_source_branch", "blocking_discussions_resolved",
          "work_in_progress", "merge_error", "web_url")


class Expectations(Check):
    def test_the_version_splits_into_numbers_and_edition(self):
        release, _, edition = self.bot.call("GET", "/version")["version"].partition("-")
        self.assertTrue(all(part.isdigit() for part in release.split(".")))
        self.assertEqual(edition, "ee")

    def test_pages_are_read_until_an_empty_one_comes(self):
        project = crowded(self.project.twin)
        found = self.author.all_pages(f"/projects/{project.id}/merge_requests", state="opened", order_by="created_at", sort="asc")
        self.assertEqual([mr["iid"] for mr in found], list(range(1, CROWD + 1)))
        self.assertEqual(self.author.pages, 4)

    def test_every_field_it_reads_is_there(self):
        mr = self.one(self.opened())
        self.assertEqual([field for field in FIELDS if field not in mr], [])
        self.assertIs(mr["force_remove_source_branch"], True)
        self.assertIs(mr["blocking_discussions_resolved"], True)
        self.assertIs(mr["work_in_progress"], False)

    def test_it_finds_what_was_assigned_to_it_and_lets_go(self):
        iid = self.opened()
        me = self.bot.call("GET", "/user")["id"]
        path = f"{self.home}/merge_requests/{iid}"
        self.author.call("PUT", path, assignee_id=me)
        listed = self.bot.all_pages(f"{self.home}/merge_requests", state="opened")
        self.assertEqual([[person["id"] for person in mr["assignees"]] for mr in listed], [[me]])
        self.author.call("PUT", path, assignee_id=0)
        self.assertEqual(self.one(iid)["assignees"], [])

    def test_the_approvals_name_users_and_how_many_are_left(self):
        iid = self.opened()
        approvals = self.bot.call("GET", f"{self.home}/merge_requests/{iid}/approvals")
        self.assertEqual(approvals["approvals_left"], 1)
        Bot("reviewer-1-token").call("POST", f"{self.home}/merge_requests/{iid}/approve")
        approvals = self.bot.call("GET", f"{self.home}/merge_requests/{iid}/approvals")
        self.assertEqual(approvals["approvals_left"], 0)
        self.assertTrue(all(isinstance(entry["user"]["id"], int) for entry in approvals["approved_by"]))

    def test_a_rebase_is_simply_true_and_watched_to_its_end(self):
        iid = self.opened()
        self.project.push_target(iid, {"other.yaml": "o: 1\n"})
        with self.intent("rebase"):
            self.assertIs(self.bot.call("PUT", f"{self.home}/merge_requests/{iid}/rebase"), True)
            until(lambda: not self.one(iid, include_rebase_in_progress=True)["rebase_in_progress"], "end of the rebase")
        self.assertIsNone(self.one(iid)["merge_error"])

    def test_a_merge_is_accepted_with_the_head_that_was_gated(self):
        iid = self.opened()
        Bot("reviewer-1-token").call("POST", f"{self.home}/merge_requests/{iid}/approve")
        mr = until(lambda: (lambda now: now if now["merge_status"] == "can_be_merged" else None)(self.one(iid)), "can_be_merged")
        with self.intent("merge"):
            self.bot.call("PUT", f"{self.home}/merge_requests/{iid}/merge", should_remove_source_branch=True,
                          merge_when_pipeline_succeeds=False, sha=mr["sha"])
        self.assertEqual(self.one(iid)["state"], "merged")
        with self.assertRaises(Refusal) as refusal:
            self.bot.call("PUT", f"{self.home}/merge_requests/{iid}/merge", sha=mr["sha"])
        self.assertEqual(refusal.exception.status, 405)

    def test_deleting_is_simply_true(self):
        self.commit("feat/x", start_branch="main")
        self.assertIs(self.author.call("DELETE", f"{self.home}/repository/branches/feat%2Fx"), True)

    def test_times_can_be_read_with_their_zone(self):
        created = self.one(self.opened())["created_at"]
        self.assertTrue(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(Z|[+-]\d\d:?\d\d)", created), created)
