// SPDX-License-Identifier: GPL-3.0-only
// Each call of a merge bot once, as it should go: status, fields with their types, exactly one effect.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admin, assertFits, author, maintainer, Project, reviewer1, reviewer2, until, wire } from './stage.mjs';

test('the version and the edition can be told', async () => {
  assertFits(await author.Metadata.show(), 'metadata');
});

test('the token tells who it belongs to', async () => {
  const { status, data } = await author.Users.showCurrentUser(wire);
  assert.equal(status, 200);
  assertFits(data, 'current_user');
  assert.equal(data.username, 'author');
});

test('a project is found by its path', async () => {
  const project = await Project.make();
  const found = await author.Projects.show(project.path);
  assertFits(found, 'project');
  assert.equal(found.id, project.id);
});

test('a branch is made, read and removed', async () => {
  const project = await Project.make();
  const made = await project.intent('branch_create', () => author.Branches.create(project.id, 'feat/x', 'main', wire));
  assert.equal(made.status, 201);
  assertFits(made.data, 'branch');
  assertFits(await author.Branches.show(project.id, 'feat/x'), 'branch');
  const gone = await project.intent('branch_delete', () => author.Branches.remove(project.id, 'feat/x', wire));
  assert.equal(gone.status, 204);
});

test('a commit is made from actions', async () => {
  const project = await Project.make();
  await author.Branches.create(project.id, 'feat/x', 'main');
  const actions = [
    { action: 'create', filePath: 'new.txt', content: 'new\n' },
    { action: 'move', filePath: 'bindings/c.yaml', previousPath: 'bindings/b.yaml' },
  ];
  const made = await project.intent('commit', () => author.Commits.create(project.id, 'feat/x', 'Change', actions, wire));
  assert.equal(made.status, 201);
  assertFits(made.data, 'created_commit');
  assert.deepEqual(made.data.parent_ids, [project.head]);
  const moved = await author.RepositoryFiles.show(project.id, 'bindings/c.yaml', 'feat/x');
  assert.equal(Buffer.from(moved.content, 'base64').toString(), 'b: 1\n');
});

test('a file in a folder is read', async () => {
  const project = await Project.make();
  const file = await author.RepositoryFiles.show(project.id, 'bindings/a.yaml', 'main');
  assertFits(file, 'file');
  assert.equal(Buffer.from(file.content, 'base64').toString(), 'a: 1\n');
});

test('a file is created, changed and removed', async () => {
  const project = await Project.make();
  await author.Branches.create(project.id, 'feat/x', 'main');
  const write = (verb, content) => project.intent('commit', () =>
    author.RepositoryFiles[verb](project.id, 'n/new.txt', 'feat/x', content, 'Write', wire));
  assert.equal((await write('create', '1\n')).status, 201);
  assert.equal((await write('edit', '2\n')).status, 200);
  const gone = await project.intent('commit', () =>
    author.RepositoryFiles.remove(project.id, 'n/new.txt', 'feat/x', 'Away', wire));
  assert.equal(gone.status, 204);
});

test('a single commit tells parents, statistics and pipeline', async () => {
  const project = await Project.make();
  const { id } = await project.commit('feat/x');
  assertFits(await author.Commits.show(project.id, id), 'single_commit');
});

test('two commits are compared', async () => {
  const project = await Project.make();
  const { id } = await project.commit('feat/x');
  const difference = await author.Repositories.compare(project.id, 'main', 'feat/x');
  assertFits(difference, 'compare');
  assert.deepEqual(difference.commits.map((commit) => commit.id), [id]);
});

test('a merge request is created', async () => {
  const project = await Project.make();
  await project.commit('feat/x');
  const made = await project.intent('create_mr', () =>
    author.MergeRequests.create(project.id, 'feat/x', 'main', 'Change', { removeSourceBranch: true, ...wire }));
  assert.equal(made.status, 201);
  assertFits(made.data, 'merge_request');
  assert.equal(made.data.force_remove_source_branch, true);
});

test('a merge request is read with what was asked for', async () => {
  const project = await Project.make();
  const { iid } = await project.opened();
  const mr = await author.MergeRequests.show(project.id, iid, { includeRebaseInProgress: true });
  assertFits(mr, 'merge_request');
  assert.equal(mr.rebase_in_progress, false);
  assert.ok(!('rebase_in_progress' in (await author.MergeRequests.show(project.id, iid))));
});

test('merge requests are listed by branch, state and number', async () => {
  const project = await Project.make();
  for (const name of ['x', 'y', 'z']) await project.opened({ branch: `feat/${name}`, path: `bindings/${name}.yaml` });
  const all = (filter) => author.MergeRequests.all({ projectId: project.id, ...filter });
  const byBranch = await all({ state: 'opened', sourceBranch: 'feat/y' });
  assert.deepEqual(byBranch.map((mr) => mr.iid), [2]);
  assertFits(byBranch[0], 'listed_merge_request');
  assert.deepEqual((await all({ iids: [1, 3] })).map((mr) => mr.iid), [3, 1]);
});

test('approvals are told, given and taken back', async () => {
  const project = await Project.make({ required_approvals: 2 });
  const { iid, sha } = await project.opened();
  const told = () => author.MergeRequestApprovals.showConfiguration(project.id, { mergerequestIId: iid });
  assertFits(await told(), 'approvals');
  for (const reviewer of [reviewer1, reviewer2]) {
    const given = await project.intent('approve', () => reviewer.MergeRequestApprovals.approve(project.id, iid, { sha, ...wire }));
    assert.equal(given.status, 201);
    assertFits(given.data, 'approvals');
    assert.equal(given.data.user_has_approved, true);
  }
  assert.equal((await told()).approvals_left, 0);
  assertFits(await author.MergeRequestApprovals.showApprovalState(project.id, iid), 'approval_state');
  const back = await project.intent('unapprove', () => reviewer2.MergeRequestApprovals.unapprove(project.id, iid, wire));
  assert.equal(back.status, 201);
  assert.deepEqual((await told()).approved_by.map((entry) => entry.user.username), ['reviewer-1']);
});

test('the settings of approval are told', async () => {
  const project = await Project.make();
  assertFits(await maintainer.MergeRequestApprovals.showConfiguration(project.id), 'approval_settings');
});

test('a merge request is rebased', async () => {
  const project = await Project.make();
  const { iid, sha } = await project.opened();
  await project.human('push_target', { iid, files: { 'other.yaml': 'o: 1\n' } });
  await project.intent('rebase', async () => {
    const asked = await author.MergeRequests.rebase(project.id, iid, { skipCI: true, ...wire });
    assert.equal(asked.status, 202);
    assert.deepEqual(asked.data, { rebase_in_progress: true });
    await until(async () => {
      const mr = await author.MergeRequests.show(project.id, iid, { includeRebaseInProgress: true });
      return !mr.rebase_in_progress && mr.sha !== sha;
    }, 'finished rebase');
  });
});

test('a rebase that meets a conflict says so in merge_error', async () => {
  const project = await Project.make();
  const { iid } = await project.opened({ path: 'bindings/a.yaml', content: 'a: mine\n', action: 'update' });
  await project.human('push_target', { iid, files: { 'bindings/a.yaml': 'a: theirs\n' } });
  await project.intent(null, async () => {
    assert.equal((await author.MergeRequests.rebase(project.id, iid, wire)).status, 202);
    await until(async () => (await author.MergeRequests.show(project.id, iid)).merge_error, 'merge_error');
  });
});

test('the gated head is merged', async () => {
  const project = await Project.make();
  const { iid, sha } = await project.opened();
  const merged = await project.intent('merge', () =>
    maintainer.MergeRequests.merge(project.id, iid, { sha, shouldRemoveSourceBranch: true, ...wire }));
  assert.equal(merged.status, 200);
  assertFits(merged.data, 'merge_request');
  assert.equal(merged.data.state, 'merged');
  assert.equal((await author.Branches.show(project.id, 'main')).commit.id, merged.data.merge_commit_sha);
});

test('a merge request is closed and opened again', async () => {
  const project = await Project.make();
  const { iid } = await project.opened();
  const edit = (kind, stateEvent) => project.intent(kind, () => author.MergeRequests.edit(project.id, iid, { stateEvent, ...wire }));
  const closed = await edit('close', 'close');
  assert.equal(closed.status, 200);
  assert.equal(closed.data.state, 'closed');
  assertFits(closed.data, 'merge_request');
  assert.equal((await edit('reopen', 'reopen')).data.state, 'opened');
});

test('the pipelines of a merge request are listed and made', async () => {
  const project = await Project.make();
  const { iid, sha } = await project.opened();
  const listed = () => author.MergeRequests.allPipelines(project.id, iid);
  await until(async () => (await listed()).length > 0, 'pipeline');
  const made = await project.intent('pipeline_create', () => author.MergeRequests.createPipeline(project.id, iid, wire));
  assert.equal(made.status, 200);
  assertFits(made.data, 'pipeline');
  assert.equal((await listed())[0].id, made.data.id);
  const found = await author.Pipelines.all(project.id, { sha });
  assert.ok(found.every((pipeline) => pipeline.sha === sha));
  assertFits(await author.Pipelines.show(project.id, made.data.id), 'full_pipeline');
});

test('a failed pipeline is tried again, a running one is canceled', async () => {
  const project = await Project.make({ pipeline_result: 'failed' });
  await project.commit('feat/x');
  const one = (status) =>
    until(async () => (await author.Pipelines.all(project.id, { ref: 'feat/x', status }))[0], `${status} pipeline`);
  const failed = await one('failed');
  const again = await project.intent('pipeline_retry', () => author.Pipelines.retry(project.id, failed.id, wire));
  assert.equal(again.status, 201);
  await project.policy({ pipeline_result: 'running' });
  await project.commit('feat/x', { path: 'bindings/more.yaml', start: null });
  const running = await one('running');
  const canceled = await project.intent('pipeline_cancel', () => author.Pipelines.cancel(project.id, running.id, wire));
  assert.equal(canceled.status, 200);
});

test('a note is written', async () => {
  const project = await Project.make();
  const { iid } = await project.opened();
  const note = await project.intent('note', () => author.MergeRequestNotes.create(project.id, iid, 'hi ✓', wire));
  assert.equal(note.status, 201);
  assertFits(note.data, 'note');
  assert.equal((await author.MergeRequestNotes.all(project.id, iid))[0].body, 'hi ✓');
});

test('a branch is protected by what stands in the query', async () => {
  const project = await Project.make();
  const rule = await maintainer.ProtectedBranches.create(project.id, 'stable', { pushAccessLevel: 0, ...wire });
  assert.equal(rule.status, 201);
  assertFits(rule.data, 'protected_branch');
  assert.equal(rule.data.push_access_levels[0].access_level, 0);
  const { entries } = await admin('GET', '/journal');
  assert.ok(entries.at(-1).query.includes('push_access_level=0'));
  const changed = await maintainer.ProtectedBranches.edit(project.id, 'stable', { allowForcePush: true });
  assert.equal(changed.allow_force_push, true);
  await maintainer.ProtectedBranches.remove(project.id, 'stable');
  assert.deepEqual((await author.ProtectedBranches.all(project.id)).map((known) => known.name), ['main']);
});
