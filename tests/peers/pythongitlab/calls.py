# SPDX-License-Identifier: GPL-3.0-only
"""Each call of a merge bot once, as it should go: status, fields with their types, exactly one effect."""
import base64
import hashlib

from pythongitlab.check import Check
from support.stage import is_sha, until


class Connecting(Check):
    def test_authenticating_asks_who_the_token_belongs_to(self):
        self.author.auth()
        self.assertEqual(self.status, 200)
        self.fits(self.author.user, "current_user")
        self.assertEqual(self.author.user.username, "author")

    def test_the_version_can_be_told(self):
        version, revision = self.author.version()
        self.assertRegex(version, r"^\d+\.\d+\.\d+(-ee)?$")
        self.assertTrue(revision)

    def test_every_answer_is_of_the_exact_content_type(self):
        self.author.auth()
        self.p.mergerequests.list(get_all=True)
        self.assertEqual({answer.headers["Content-Type"] for answer in self.wire}, {"application/json"})

    def test_every_answer_carries_a_request_id(self):
        self.author.auth()
        self.assertTrue(self.wire[-1].headers.get("X-Request-Id"))

    def test_a_project_is_found_by_its_path(self):
        self.fits(self.p, "project")
        self.assertEqual((self.p.id, self.p.path_with_namespace), (self.project.id, self.project.path))

    def test_a_project_is_found_by_its_number(self):
        self.assertEqual(self.author.projects.get(self.project.id).path_with_namespace, self.project.path)


class Branches(Check):
    def test_a_branch_is_made_from_another(self):
        with self.intent("branch_create"):
            branch = self.p.branches.create({"branch": "feat/x", "ref": "main"})
        self.assertEqual(self.status, 201)
        self.fits(branch, "branch")
        self.assertEqual(branch.commit["id"], self.project.head)

    def test_a_branch_with_a_slash_is_read(self):
        self.p.branches.create({"branch": "feat/x", "ref": "main"})
        branch = self.p.branches.get("feat/x")
        self.fits(branch, "branch")
        self.assertEqual((branch.name, branch.protected, branch.default), ("feat/x", False, False))

    def test_branches_are_listed_and_searched(self):
        self.p.branches.create({"branch": "feat/x", "ref": "main"})
        self.assertEqual({branch.name for branch in self.p.branches.list(get_all=True)}, {"main", "feat/x"})
        self.assertEqual([branch.name for branch in self.p.branches.list(search="feat", get_all=True)], ["feat/x"])

    def test_a_branch_is_deleted_with_an_empty_answer(self):
        self.p.branches.create({"branch": "feat/x", "ref": "main"})
        with self.intent("branch_delete"):
            self.p.branches.delete("feat/x")
        self.assertEqual((self.status, self.wire[-1].content), (204, b""))

    def test_a_protected_branch_tells_its_levels(self):
        rule = self.p.protectedbranches.get("main")
        self.fits(rule, "protected_branch")
        self.assertEqual(rule.push_access_levels[0]["access_level"], 0)
        self.assertEqual(rule.merge_access_levels[0]["access_level"], 40)

    def test_a_branch_is_protected_and_set_free_again(self):
        project = self.as_user("maintainer-token")
        rule = project.protectedbranches.create({"name": "stable", "push_access_level": 40, "merge_access_level": 30})
        self.assertEqual(self.status, 201)
        self.fits(rule, "protected_branch")
        self.assertEqual(rule.merge_access_levels[0]["access_level"], 30)
        project.protectedbranches.delete("stable")
        self.assertEqual(self.status, 204)
        self.assertEqual([known.name for known in project.protectedbranches.list(get_all=True)], ["main"])


class Commits(Check):
    def test_a_commit_is_made_from_actions(self):
        self.p.branches.create({"branch": "feat/x", "ref": "main"})
        with self.intent("commit"):
            commit = self.commit("feat/x", start=None)
        self.assertEqual(self.status, 201)
        self.fits(commit, "created_commit")
        self.assertEqual(commit.parent_ids, [self.project.head])
        self.assertEqual(self.p.branches.get("feat/x").commit["id"], commit.id)

    def test_a_commit_may_make_its_branch(self):
        commit = self.commit("feat/y")
        self.assertEqual(self.p.branches.get("feat/y").commit["id"], commit.id)

    def test_all_five_actions_are_done_in_one_commit(self):
        self.commit("feat/x")
        with self.intent("commit"):
            self.p.commits.create({"branch": "feat/x", "commit_message": "All of it", "actions": [
                {"action": "create", "file_path": "b64.bin", "content": base64.b64encode(b"\0\1\2").decode(), "encoding": "base64"},
                {"action": "update", "file_path": "bindings/a.yaml", "content": "a: 2\n"},
                {"action": "delete", "file_path": "README.md"},
                {"action": "move", "file_path": "bindings/c.yaml", "previous_path": "bindings/b.yaml"},
                {"action": "chmod", "file_path": "bindings/new.yaml", "execute_filemode": True}]})
        self.assertEqual(self.p.files.get("b64.bin", ref="feat/x").decode(), b"\0\1\2")
        self.assertEqual(self.p.files.get("bindings/a.yaml", ref="feat/x").decode(), b"a: 2\n")
        self.assertEqual(self.p.files.get("bindings/c.yaml", ref="feat/x").decode(), b"b: 1\n")
        self.assertTrue(self.p.files.get("bindings/new.yaml", ref="feat/x").execute_filemode)
        with self.refused(404, "404 File Not Found"):
            self.p.files.get("README.md", ref="feat/x")

    def test_the_newest_commit_comes_first_and_nobody_counts_them(self):
        made = self.commit("feat/x")
        newest = self.p.commits.list(ref_name="feat/x", per_page=1, get_all=False)
        self.assertEqual([commit.id for commit in newest], [made.id])
        self.fits(newest[0], "commit")
        self.assertNotIn("X-Total", self.wire[-1].headers)

    def test_a_single_commit_tells_parents_statistics_and_pipeline(self):
        made = self.commit("feat/x")
        commit = self.p.commits.get(made.id)
        self.fits(commit, "single_commit")
        self.assertEqual(commit.stats["additions"], 1)

    def test_two_commits_are_compared(self):
        made = self.commit("feat/x")
        difference = self.p.repository_compare("main", "feat/x")
        self.fits(difference, "compare")
        self.assertEqual([commit["id"] for commit in difference["commits"]], [made.id])
        self.assertEqual([diff["new_path"] for diff in difference["diffs"]], ["bindings/new.yaml"])


class Files(Check):
    def test_a_file_in_a_folder_is_read(self):
        file = self.p.files.get("bindings/a.yaml", ref="main")
        self.fits(file, "file")
        self.assertEqual(file.decode(), b"a: 1\n")
        self.assertEqual(file.content_sha256, hashlib.sha256(b"a: 1\n").hexdigest())
        self.assertEqual(file.commit_id, self.project.head)

    def test_the_bytes_of_a_file_are_read(self):
        self.assertEqual(self.p.files.raw("bindings/a.yaml", ref="main"), b"a: 1\n")

    def test_a_file_is_created_changed_and_deleted(self):
        self.p.branches.create({"branch": "feat/x", "ref": "main"})
        said = {"file_path": "n/e w.yaml", "branch": "feat/x", "commit_message": "Write"}
        with self.intent("commit"):
            self.p.files.create({**said, "content": "1\n"})
        self.assertEqual(self.status, 201)
        file = self.p.files.get("n/e w.yaml", ref="feat/x")
        file.content = "2\n"
        with self.intent("commit"):
            file.save(branch="feat/x", commit_message="Again")
        self.assertEqual(self.status, 200)
        with self.intent("commit"):
            self.p.files.delete("n/e w.yaml", branch="feat/x", commit_message="Away")
        self.assertEqual(self.status, 204)


class MergeRequests(Check):
    def test_a_merge_request_is_created(self):
        self.commit("feat/x")
        with self.intent("create_mr"):
            made = self.p.mergerequests.create({"source_branch": "feat/x", "target_branch": "main", "title": "Change",
                                                "remove_source_branch": True, "description": "why", "labels": ["a", "b"]})
        self.assertEqual(self.status, 201)
        self.fits(made, "merge_request")
        self.assertEqual((made.iid, made.state, made.force_remove_source_branch), (1, "opened", True))
        self.assertEqual(made.labels, ["a", "b"])

    def test_a_merge_request_is_read_with_what_was_asked_for(self):
        iid = self.opened().iid
        mr = self.p.mergerequests.get(iid, include_rebase_in_progress=True, include_diverged_commits_count=True)
        self.assertIn("include_rebase_in_progress=True", self.wire[-1].url)
        self.fits(mr, "merge_request")
        self.assertIs(mr.rebase_in_progress, False)
        self.assertEqual(mr.diverged_commits_count, 0)
        self.assertEqual((mr.changes_count, mr.detailed_merge_status), ("1", "mergeable"))

    def test_what_was_not_asked_for_is_absent(self):
        attributes = self.opened().attributes
        self.assertNotIn("rebase_in_progress", attributes)
        self.assertNotIn("diverged_commits_count", attributes)

    def test_merge_requests_are_listed_by_branch_and_state(self):
        self.opened("feat/x")
        self.opened("feat/y", path="bindings/y.yaml")
        found = self.p.mergerequests.list(state="opened", source_branch="feat/y", get_all=True)
        self.assertEqual([mr.iid for mr in found], [2])
        self.fits(found[0], "listed_merge_request")

    def test_merge_requests_are_listed_by_their_numbers(self):
        for name in "xyz":
            self.opened(f"feat/{name}", path=f"bindings/{name}.yaml")
        found = self.p.mergerequests.list(iids=[1, 3], get_all=True)
        self.assertIn("iids%5B%5D=1&iids%5B%5D=3", self.wire[-1].url)
        self.assertEqual([mr.iid for mr in found], [3, 1])

    def test_a_title_is_changed(self):
        mr = self.opened()
        mr.title = "Draft: not yet"
        with self.intent("update_mr"):
            mr.save()
        self.assertEqual(self.status, 200)
        self.assertTrue(self.p.mergerequests.get(mr.iid).draft)

    def test_a_merge_request_is_closed_and_opened_again(self):
        mr = self.opened()
        mr.state_event = "close"
        with self.intent("close"):
            mr.save()
        self.assertEqual((self.status, mr.state), (200, "closed"))
        self.fits(mr, "merge_request")
        mr.state_event = "reopen"
        with self.intent("reopen"):
            mr.save()
        self.assertEqual(mr.state, "opened")

    def test_every_change_moves_the_time_of_the_last_change(self):
        mr = self.opened()
        before = mr.updated_at
        mr.title = "Another"
        mr.save()
        self.assertGreater(self.p.mergerequests.get(mr.iid).updated_at, before)

    def test_a_note_is_written_and_found_again(self):
        mr = self.opened()
        with self.intent("note"):
            note = mr.notes.create({"body": "hi ✓"})
        self.assertEqual(self.status, 201)
        self.fits(note, "note")
        self.assertEqual(note.noteable_iid, mr.iid)
        self.assertEqual(mr.notes.list(sort="desc", get_all=True)[0].body, "hi ✓")


class Approving(Check):
    POLICY = {"required_approvals": 2}

    def test_the_approvals_are_told(self):
        mr = self.opened()
        approvals = mr.approvals.get()
        self.fits(approvals, "approvals")
        self.assertEqual((approvals.approved, approvals.approvals_required, approvals.approvals_left), (False, 2, 2))
        self.assertEqual(mr.detailed_merge_status, "not_approved")

    def test_the_approval_rules_are_told(self):
        self.fits(self.opened().approval_state.get(), "approval_state")

    def test_the_settings_of_approval_are_told(self):
        self.fits(self.as_user("maintainer-token").approvals.get(), "approval_settings")

    def test_the_head_is_approved_by_two(self):
        mr = self.opened()
        for name, left in (("reviewer-1", 1), ("reviewer-2", 0)):
            theirs = self.as_user(f"{name}-token").mergerequests.get(mr.iid)
            with self.intent("approve"):
                theirs.approve(sha=mr.sha)
            self.assertEqual(self.status, 201)
            self.assertIn(mr.sha.encode(), self.wire[-1].request.body)
            self.assertEqual(self.wire[-1].json()["approvals_left"], left)
            self.assertTrue(self.wire[-1].json()["user_has_approved"])
        names = [entry["user"]["username"] for entry in mr.approvals.get().approved_by]
        self.assertEqual(names, ["reviewer-1", "reviewer-2"])

    def test_an_approval_is_taken_back(self):
        mr = self.opened()
        theirs = self.as_user("reviewer-1-token").mergerequests.get(mr.iid)
        theirs.approve(sha=mr.sha)
        with self.intent("unapprove"):
            theirs.unapprove()
        self.assertEqual(self.status, 201)
        self.assertEqual(mr.approvals.get().approved_by, [])

    def test_a_push_wipes_the_approvals_after_a_while(self):
        mr = self.opened()
        self.as_user("reviewer-1-token").mergerequests.get(mr.iid).approve(sha=mr.sha)
        clock = lambda path, **order: self.project.twin.admin("POST", "/clock" + path, order)
        clock("", mode="manual")
        try:
            self.commit("feat/x", path="bindings/more.yaml", start=None)
            self.assertEqual(len(mr.approvals.get().approved_by), 1, "listed until the reset has run")
            clock("/advance", ms=10_000)
            until(lambda: not mr.approvals.get().approved_by, "reset of the approvals")
        finally:
            clock("", mode="real")


class Rebasing(Check):
    def behind(self):
        mr = self.opened()
        self.project.push_target(mr.iid, {"other.yaml": "o: 1\n"})
        return mr

    def rebased(self, iid, before):
        def done():
            mr = self.p.mergerequests.get(iid, include_rebase_in_progress=True)
            head = self.p.branches.get("feat/x").commit["id"]
            return mr if not mr.rebase_in_progress and mr.sha == head and mr.sha != before else None
        return until(done, "finished rebase")

    def test_a_merge_request_is_rebased(self):
        mr = self.behind()
        with self.intent("rebase"):
            mr.rebase()
            self.assertEqual((self.status, self.wire[-1].json()), (202, {"rebase_in_progress": True}))
            self.rebased(mr.iid, mr.sha)
        self.assertEqual(self.p.mergerequests.get(mr.iid, include_diverged_commits_count=True).diverged_commits_count, 0)

    def test_a_rebase_without_pipeline_is_asked_for_in_the_query(self):
        mr = self.behind()
        mr.rebase(skip_ci=True)
        self.assertEqual((self.status, self.wire[-1].request.body), (202, b"{}"))
        self.assertTrue(self.wire[-1].url.endswith("?skip_ci=True"))
        self.rebased(mr.iid, mr.sha)

    def test_a_conflict_is_said_in_merge_error(self):
        mr = self.opened(path="bindings/a.yaml", content="a: mine\n", action="update")
        self.project.push_target(mr.iid, {"bindings/a.yaml": "a: theirs\n"})
        with self.intent(None):
            mr.rebase()
            self.assertEqual(self.status, 202)
            error = until(lambda: self.p.mergerequests.get(mr.iid).merge_error, "merge_error")
        self.assertIn("Rebase", error)


class Merging(Check):
    def test_the_gated_head_is_merged(self):
        mr = self.opened()
        theirs = self.as_user("maintainer-token").mergerequests.get(mr.iid)
        with self.intent("merge"):
            theirs.merge(should_remove_source_branch=True, merge_when_pipeline_succeeds=False, sha=mr.sha)
        request = self.wire[-1].request
        self.assertEqual(self.status, 200)
        self.assertTrue(request.url.endswith(f"?sha={mr.sha}"), "the client sends the sha in the query")
        self.fits(theirs, "merge_request")
        self.assertEqual((theirs.state, theirs.merge_user["username"]), ("merged", "maintainer"))
        self.assertTrue(is_sha(theirs.merge_commit_sha))
        self.assertEqual(self.p.branches.get("main").commit["id"], theirs.merge_commit_sha)
        self.assertEqual(self.p.commits.get(theirs.merge_commit_sha).parent_ids, [self.project.head, mr.sha])

    def test_the_source_branch_goes_a_while_after_the_merge(self):
        self.merged()
        names = lambda: {branch.name for branch in self.p.branches.list(get_all=True)}
        until(lambda: names() == {"main"}, "removal of the source branch")

    def test_a_squash_leaves_one_commit(self):
        mr = self.opened()
        self.commit("feat/x", path="bindings/more.yaml", start=None)
        mr = until(lambda: (lambda now: now if now.sha != mr.sha and now.detailed_merge_status == "mergeable" else None)(
            self.p.mergerequests.get(mr.iid)), "mergeable new head")
        theirs = self.as_user("maintainer-token").mergerequests.get(mr.iid)
        theirs.merge(sha=mr.sha, squash=True)
        self.assertTrue(is_sha(theirs.squash_commit_sha))
        self.assertEqual(self.p.commits.get(theirs.squash_commit_sha).parent_ids, [self.project.head])


class FastForward(Check):
    POLICY = {"merge_method": "ff"}

    def test_a_fast_forward_leaves_no_merge_commit(self):
        merged = self.merged()
        self.assertIsNone(merged.merge_commit_sha)
        self.assertEqual(self.p.branches.get("main").commit["id"], merged.sha)


class WaitingForThePipeline(Check):
    POLICY = {"pipelines_must_succeed": True, "pipeline_result": "running"}

    def test_an_armed_merge_waits_for_its_pipeline(self):
        mr = self.opened()
        running = until(lambda: self.p.mergerequests.get(mr.iid).head_pipeline, "pipeline")
        theirs = self.as_user("maintainer-token").mergerequests.get(mr.iid)
        theirs.merge(merge_when_pipeline_succeeds=True, sha=mr.sha)
        self.assertEqual((self.status, theirs.state, theirs.merge_when_pipeline_succeeds), (200, "opened", True))
        with self.intent("merge"):
            self.project.twin.admin("POST", f"/pipelines/{running['id']}/status", {"status": "success"})
            until(lambda: self.p.mergerequests.get(mr.iid).state == "merged", "merge by itself")

    def test_an_armed_merge_is_called_off(self):
        mr = self.opened()
        until(lambda: self.p.mergerequests.get(mr.iid).head_pipeline, "pipeline")
        theirs = self.as_user("maintainer-token").mergerequests.get(mr.iid)
        theirs.merge(merge_when_pipeline_succeeds=True, sha=mr.sha)
        theirs.cancel_merge_when_pipeline_succeeds()
        self.assertEqual(self.status, 201)
        self.assertFalse(self.p.mergerequests.get(mr.iid).merge_when_pipeline_succeeds)


class Pipelines(Check):
    def test_the_pipelines_of_a_merge_request_are_listed_newest_first(self):
        mr = self.opened()
        until(lambda: mr.pipelines.list(get_all=True), "pipeline")
        with self.intent("pipeline_create"):
            made = mr.pipelines.create({})
        self.assertEqual(self.status, 200)
        self.fits(made, "pipeline")
        listed = mr.pipelines.list(get_all=True)
        self.assertEqual([pipeline.id for pipeline in listed], sorted((pipeline.id for pipeline in listed), reverse=True))
        self.assertEqual(listed[0].ref, f"refs/merge-requests/{mr.iid}/head")
        self.assertEqual(listed[0].sha, mr.sha)

    def test_pipelines_are_found_by_their_commit(self):
        mr = self.opened()
        found = until(lambda: self.p.pipelines.list(sha=mr.sha, get_all=True), "pipeline")
        self.assertEqual({pipeline.sha for pipeline in found}, {mr.sha})
        self.fits(self.p.pipelines.get(found[0].id), "full_pipeline")

    def test_a_failed_pipeline_is_tried_again(self):
        self.project.twin.policy(self.project.path, pipeline_result="failed")
        self.commit("feat/x")
        failed = until(lambda: self.p.pipelines.list(ref="feat/x", status="failed", get_all=True), "failed pipeline")[0]
        with self.intent("pipeline_retry"):
            self.p.pipelines.get(failed.id).retry()
        self.assertEqual(self.status, 201)

    def test_a_running_pipeline_is_canceled(self):
        self.project.twin.policy(self.project.path, pipeline_result="running")
        self.commit("feat/x")
        running = until(lambda: self.p.pipelines.list(ref="feat/x", status="running", get_all=True), "running pipeline")[0]
        with self.intent("pipeline_cancel"):
            self.p.pipelines.get(running.id).cancel()
        self.assertEqual(self.status, 200)
        until(lambda: self.p.pipelines.get(running.id).status == "canceled", "canceled pipeline")

    def test_a_pipeline_is_made_for_a_branch(self):
        self.commit("feat/x")
        with self.intent("pipeline_create"):
            made = self.p.pipelines.create({"ref": "feat/x"})
        self.assertEqual(self.status, 201)
        self.assertEqual((made.source, made.ref), ("api", "feat/x"))
