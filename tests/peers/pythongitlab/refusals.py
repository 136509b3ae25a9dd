# SPDX-License-Identifier: GPL-3.0-only
"""What a merge bot must be refused, with the status and the text it decides by, and without any effect."""
import gitlab

from pythongitlab.check import Check
from support.stage import until

UNAUTHORIZED = '"401 Unauthorized"'
NOT_ALLOWED = '"405 Method Not Allowed"'
NOT_MERGEABLE = '"Branch cannot be merged"'
STALE = "SHA does not match HEAD of source branch: "


class Missing(Check):
    def test_an_unknown_project_is_not_found(self):
        with self.refused(404, '"404 Project Not Found"', gitlab.GitlabGetError):
            self.author.projects.get("peers/nowhere")

    def test_an_unknown_merge_request_is_not_found(self):
        with self.refused(404, '"404 Not found"'):
            self.p.mergerequests.get(77)

    def test_an_unknown_route_is_told_apart(self):
        with self.refused(404, '"error":"404 Not Found"'):
            self.author.http_get("/projects/1/nonsense")

    def test_an_unknown_branch_is_not_found(self):
        with self.refused(404, '"404 Branch Not Found"'):
            self.p.branches.get("feat/none")

    def test_an_unknown_commit_is_not_found(self):
        with self.refused(404, '"404 Commit Not Found"'):
            self.p.commits.get("0" * 39 + "1")

    def test_an_unknown_file_is_not_found(self):
        with self.refused(404, '"404 File Not Found"'):
            self.p.files.get("none.txt", ref="main")


class Branches(Check):
    def test_a_branch_that_exists_is_not_made_again(self):
        self.p.branches.create({"branch": "feat/x", "ref": "main"})
        with self.refused(400, '"Branch already exists"', gitlab.GitlabCreateError):
            self.p.branches.create({"branch": "feat/x", "ref": "main"})

    def test_a_branch_of_nothing_is_not_made(self):
        with self.refused(400, '"Invalid reference name: nothing"'):
            self.p.branches.create({"branch": "feat/x", "ref": "nothing"})

    def test_a_branch_that_is_gone_is_not_deleted_again(self):
        self.p.branches.create({"branch": "feat/x", "ref": "main"})
        self.p.branches.delete("feat/x")
        self.assertEqual(self.status, 204)
        with self.refused(404, '"404 Branch Not Found"', gitlab.GitlabDeleteError):
            self.p.branches.delete("feat/x")

    def test_a_protected_branch_is_not_deleted(self):
        with self.assertRaises(gitlab.GitlabDeleteError) as refusal, self.intent(None):
            self.p.branches.delete("main")
        self.assertIn(refusal.exception.response_code, (403, 405))

    def test_a_branch_that_is_protected_is_not_protected_again(self):
        with self.refused(409, "main"):
            self.as_user("maintainer-token").protectedbranches.create({"name": "main"})


class Commits(Check):
    def test_nobody_commits_to_a_branch_that_takes_no_pushes(self):
        with self.refused(403, "403 Forbidden - You are not allowed to push into this branch"):
            self.commit("main", start=None)

    def test_a_file_that_exists_is_not_created(self):
        with self.refused(400, "A file with this name already exists"):
            self.commit("feat/x", path="README.md")

    def test_a_file_that_is_missing_is_not_updated(self):
        with self.refused(400, "doesn't exist"):
            self.commit("feat/x", path="none.txt", action="update")

    def test_a_branch_that_exists_is_not_started_again(self):
        self.commit("feat/x")
        with self.refused(400, "A branch called 'feat/x' already exists"):
            self.commit("feat/x", path="bindings/more.yaml")

    def test_an_action_without_path_names_what_is_missing(self):
        with self.refused(400, "actions[0][file_path]"):
            self.p.commits.create({"branch": "feat/x", "start_branch": "main", "commit_message": "m",
                                   "actions": [{"action": "create", "content": ""}]})

    def test_one_wrong_action_spoils_the_whole_commit(self):
        self.p.branches.create({"branch": "feat/x", "ref": "main"})
        with self.refused(400, "doesn't exist"):
            self.p.commits.create({"branch": "feat/x", "commit_message": "m", "actions": [
                {"action": "create", "file_path": "one.txt", "content": "1"},
                {"action": "delete", "file_path": "none.txt"}]})
        self.assertEqual(self.p.branches.get("feat/x").commit["id"], self.project.head)

    def test_a_stale_last_commit_is_refused(self):
        first = self.p.files.get("README.md", ref="main").last_commit_id
        self.commit("feat/x", path="README.md", content="new\n", action="update")
        with self.refused(400, ""):
            self.p.commits.create({"branch": "feat/x", "commit_message": "m", "actions": [
                {"action": "update", "file_path": "README.md", "content": "mine\n", "last_commit_id": first}]})


class Creating(Check):
    def test_a_second_merge_request_for_the_same_branches_names_the_first(self):
        self.opened()
        with self.refused(409, 'Another open merge request already exists for this source branch: !1') as refusal:
            self.p.mergerequests.create({"source_branch": "feat/x", "target_branch": "main", "title": "Again"})
        self.assertIsInstance(refusal.failure.error_message, list, "an array, not a string")

    def test_a_closed_one_does_not_stand_in_the_way(self):
        mr = self.opened()
        mr.state_event = "close"
        mr.save()
        made = self.p.mergerequests.create({"source_branch": "feat/x", "target_branch": "main", "title": "Again"})
        self.assertEqual(made.iid, 2)

    def test_source_and_target_must_differ(self):
        with self.refused(422, "You can't use same project/branch for source and target"):
            self.p.mergerequests.create({"source_branch": "main", "target_branch": "main", "title": "T"})

    def test_a_source_branch_that_is_missing_is_a_field_error(self):
        with self.refused(400, '{"message":{"source_branch":["does not exist"]}}'):
            self.p.mergerequests.create({"source_branch": "none", "target_branch": "main", "title": "T"})

    def test_missing_parameters_are_named(self):
        with self.refused(400, '"title is missing, source_branch is missing"'):
            self.author.http_post(f"/projects/{self.p.id}/merge_requests", post_data={"target_branch": "main"})

    def test_an_unknown_state_is_refused(self):
        with self.refused(400, '"state does not have a valid value"'):
            self.p.mergerequests.list(state="odd", get_all=False)


class Approving(Check):
    POLICY = {"required_approvals": 1}

    def setUp(self):
        super().setUp()
        self.mr = self.opened()
        self.theirs = self.as_user("reviewer-1-token").mergerequests.get(self.mr.iid)

    def test_approving_twice_is_refused_as_401(self):
        with self.intent("approve"):
            self.theirs.approve(sha=self.mr.sha)
        self.assertEqual(self.status, 201)
        with self.refused(401, UNAUTHORIZED, gitlab.GitlabAuthenticationError):
            self.theirs.approve(sha=self.mr.sha)

    def test_a_stale_head_is_not_approved(self):
        with self.refused(409, STALE + self.mr.sha, gitlab.GitlabMRApprovalError):
            self.theirs.approve(sha="1" * 40)

    def test_a_stale_head_comes_before_the_second_approval(self):
        self.theirs.approve(sha=self.mr.sha)
        with self.refused(409, STALE):
            self.theirs.approve(sha="1" * 40)

    def test_nothing_is_taken_back_twice(self):
        self.theirs.approve(sha=self.mr.sha)
        self.theirs.unapprove()
        with self.refused(404, ""):
            self.theirs.unapprove()

    def test_a_reporter_may_not_approve(self):
        with self.refused(403, "403 Forbidden"):
            self.as_user("reporter-token").mergerequests.get(self.mr.iid).approve(sha=self.mr.sha)

    def test_an_author_may_not_approve_the_own_work(self):
        with self.refused(401, UNAUTHORIZED):
            self.mr.approve(sha=self.mr.sha)

    def test_a_merge_request_without_approval_is_not_merged(self):
        with self.refused(405, NOT_ALLOWED, gitlab.GitlabMRClosedError):
            self.theirs.merge(sha=self.mr.sha)


class Merging(Check):
    def setUp(self):
        super().setUp()
        self.maintainer = self.as_user("maintainer-token")

    def test_a_draft_is_not_merged(self):
        mr = self.opened(title="Draft: wait")
        with self.refused(405, NOT_ALLOWED, gitlab.GitlabMRClosedError):
            self.maintainer.mergerequests.get(mr.iid).merge(sha=mr.sha)

    def test_a_conflict_is_not_merged(self):
        mr = self.opened(path="bindings/a.yaml", content="a: mine\n", action="update")
        self.project.push_target(mr.iid, {"bindings/a.yaml": "a: theirs\n"})
        conflict = until(lambda: (lambda now: now if now.has_conflicts else None)(self.p.mergerequests.get(mr.iid)), "conflict")
        self.assertEqual((conflict.merge_status, conflict.detailed_merge_status), ("cannot_be_merged", "conflict"))
        with self.refused(422, NOT_MERGEABLE):
            self.maintainer.mergerequests.get(mr.iid).merge(sha=mr.sha)

    def test_a_stale_head_is_not_merged(self):
        mr = self.opened()
        with self.refused(409, STALE + mr.sha):
            self.maintainer.mergerequests.get(mr.iid).merge(sha="1" * 40)

    def test_a_stale_head_hides_behind_a_draft(self):
        mr = self.opened(title="Draft: wait")
        with self.refused(405, NOT_ALLOWED):
            self.maintainer.mergerequests.get(mr.iid).merge(sha="1" * 40)

    def test_what_is_merged_is_not_merged_again(self):
        mr = self.merged()
        with self.refused(405, NOT_ALLOWED):
            self.maintainer.mergerequests.get(mr.iid).merge(sha=mr.sha)

    def test_closing_what_is_merged_changes_nothing(self):
        mr = self.merged()
        mr.state_event = "close"
        with self.intent(None):
            mr.save()
        self.assertEqual((self.status, mr.state), (200, "merged"))

    def test_what_is_merged_is_not_opened_again(self):
        mr = self.merged()
        mr.state_event = "reopen"
        try:
            mr.save()
        except gitlab.GitlabUpdateError:
            pass
        self.assertEqual(self.p.mergerequests.get(mr.iid).state, "merged")

    def test_a_closed_one_is_not_merged(self):
        mr = self.opened()
        mr.state_event = "close"
        mr.save()
        with self.refused(405, NOT_ALLOWED):
            self.maintainer.mergerequests.get(mr.iid).merge(sha=mr.sha)

    def test_nobody_merges_into_a_branch_that_is_not_theirs(self):
        mr = self.opened()
        with self.refused(401, UNAUTHORIZED):
            mr.merge(sha=mr.sha)

    def test_a_busy_check_is_refused_like_a_conflict(self):
        mr = self.opened()
        self.project.twin.policy(self.project.path, lease_busy_next=1)
        theirs = self.maintainer.mergerequests.get(mr.iid)
        with self.refused(422, NOT_MERGEABLE):
            theirs.merge(sha=mr.sha)
        theirs.merge(sha=mr.sha)
        self.assertEqual(theirs.state, "merged")


class FastForward(Check):
    POLICY = {"merge_method": "ff"}

    def test_who_lags_behind_must_rebase_first(self):
        mr = self.opened()
        self.project.push_target(mr.iid, {"other.yaml": "o: 1\n"})
        until(lambda: self.p.mergerequests.get(mr.iid).detailed_merge_status == "need_rebase", "need_rebase")
        with self.refused(422, NOT_MERGEABLE):
            self.as_user("maintainer-token").mergerequests.get(mr.iid).merge(sha=mr.sha)


class Pipelines(Check):
    POLICY = {"pipelines_must_succeed": True, "pipeline_result": "failed"}

    def test_a_failed_pipeline_stands_in_the_way(self):
        mr = self.opened()
        until(lambda: (self.p.mergerequests.get(mr.iid).head_pipeline or {}).get("status") == "failed", "failed pipeline")
        self.assertEqual(self.p.mergerequests.get(mr.iid).detailed_merge_status, "ci_must_pass")
        with self.refused(405, NOT_ALLOWED):
            self.as_user("maintainer-token").mergerequests.get(mr.iid).merge(sha=mr.sha)

    def test_a_running_pipeline_stands_in_the_way(self):
        self.project.twin.policy(self.project.path, pipeline_result="running")
        mr = self.opened()
        until(lambda: self.p.mergerequests.get(mr.iid).detailed_merge_status == "ci_still_running", "ci_still_running")
        with self.refused(405, NOT_ALLOWED):
            self.as_user("maintainer-token").mergerequests.get(mr.iid).merge(sha=mr.sha)


class Rebasing(Check):
    def test_what_is_closed_is_not_rebased(self):
        mr = self.opened()
        mr.state_event = "close"
        mr.save()
        with self.refused(409, "409 Conflict: Resource lock"):
            mr.rebase()

    def test_a_rebase_that_runs_is_not_started_again(self):
        self.project.twin.policy(self.project.path, rebase_result="stuck")
        mr = self.opened()
        mr.rebase()
        with self.refused(409, "409 Conflict: Resource lock"):
            mr.rebase()

    def test_nobody_rebases_a_branch_they_cannot_push_to(self):
        mr = self.opened()
        with self.refused(403, "403 Forbidden"):
            self.as_user("reporter-token").mergerequests.get(mr.iid).rebase()


class Notes(Check):
    def test_a_note_needs_a_body(self):
        mr = self.opened()
        with self.refused(400, "body is missing"):
            self.author.http_post(f"/projects/{self.p.id}/merge_requests/{mr.iid}/notes", post_data={"internal": False})
