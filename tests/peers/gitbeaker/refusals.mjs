// SPDX-License-Identifier: GPL-3.0-only
// What a merge bot must be refused, with the status and the text it decides by, and without any effect.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { author, maintainer, Project, reporter, reviewer1, until } from './stage.mjs';

const stale = '1'.repeat(40);
const create = (project, title = 'T', source = 'feat/x') => author.MergeRequests.create(project.id, source, 'main', title);
const merge = (project, iid, sha) => maintainer.MergeRequests.merge(project.id, iid, { sha });

test('an unknown project is not found', async () => {
  const project = await Project.make();
  await project.refused(404, '404 Project Not Found', () => author.Projects.show('gitbeaker/nowhere'));
});

test('an unknown merge request is not found', async () => {
  const project = await Project.make();
  await project.refused(404, '404 Not found', () => author.MergeRequests.show(project.id, 77));
});

test('a branch that exists is not made again', async () => {
  const project = await Project.make();
  await author.Branches.create(project.id, 'feat/x', 'main');
  await project.refused(400, 'Branch already exists', () => author.Branches.create(project.id, 'feat/x', 'main'));
});

test('a branch that is gone is not deleted again', async () => {
  const project = await Project.make();
  await author.Branches.create(project.id, 'feat/x', 'main');
  await author.Branches.remove(project.id, 'feat/x');
  await project.refused(404, '404 Branch Not Found', () => author.Branches.remove(project.id, 'feat/x'));
});

test('a second merge request for the same branches names the first', async () => {
  const project = await Project.make();
  await project.opened();
  const failure = await project.refused(409, '!1', () => create(project));
  assert.deepEqual(JSON.parse(failure.message), ['Another open merge request already exists for this source branch: !1']);
});

test('source and target must differ', async () => {
  const project = await Project.make();
  await project.refused(422, "You can't use same project/branch", () => create(project, 'T', 'main'));
});

test('a source branch that is missing is a field error', async () => {
  const project = await Project.make();
  const failure = await project.refused(400, 'does not exist', () => create(project, 'T', 'none'));
  assert.deepEqual(JSON.parse(failure.message), { source_branch: ['does not exist'] });
});

test('approving twice is refused as 401', async () => {
  const project = await Project.make({ required_approvals: 1 });
  const { iid, sha } = await project.opened();
  const approve = (head) => reviewer1.MergeRequestApprovals.approve(project.id, iid, { sha: head });
  await project.intent('approve', () => approve(sha));
  await project.refused(401, '401 Unauthorized', () => approve(sha));
  await project.refused(409, `SHA does not match HEAD of source branch: ${sha}`, () => approve(stale));
});

test('nothing is taken back twice', async () => {
  const project = await Project.make();
  const { iid, sha } = await project.opened();
  await reviewer1.MergeRequestApprovals.approve(project.id, iid, { sha });
  await reviewer1.MergeRequestApprovals.unapprove(project.id, iid);
  await project.refused(404, '404', () => reviewer1.MergeRequestApprovals.unapprove(project.id, iid));
});

test('a reporter may not approve', async () => {
  const project = await Project.make();
  const { iid, sha } = await project.opened();
  await project.refused(403, '403 Forbidden', () => reporter.MergeRequestApprovals.approve(project.id, iid, { sha }));
});

test('a draft is not merged', async () => {
  const project = await Project.make();
  const { iid, sha } = await project.opened({ title: 'Draft: wait' });
  await project.refused(405, '405 Method Not Allowed', () => merge(project, iid, sha));
});

test('a conflict is not merged', async () => {
  const project = await Project.make();
  const { iid, sha } = await project.opened({ path: 'bindings/a.yaml', content: 'a: mine\n', action: 'update' });
  await project.human('push_target', { iid, files: { 'bindings/a.yaml': 'a: theirs\n' } });
  await until(async () => (await author.MergeRequests.show(project.id, iid)).has_conflicts, 'conflict');
  await project.refused(422, 'Branch cannot be merged', () => merge(project, iid, sha));
});

test('a stale head is not merged', async () => {
  const project = await Project.make();
  const { iid, sha } = await project.opened();
  await project.refused(409, `SHA does not match HEAD of source branch: ${sha}`, () => merge(project, iid, stale));
});

test('what is merged is not merged again', async () => {
  const project = await Project.make();
  const { iid, sha } = await project.merged();
  await project.refused(405, '405 Method Not Allowed', () => merge(project, iid, sha));
});

test('closing what is merged changes nothing', async () => {
  const project = await Project.make();
  const { iid } = await project.merged();
  const answer = await project.intent(null, () => author.MergeRequests.edit(project.id, iid, { stateEvent: 'close' }));
  assert.equal(answer.state, 'merged');
});

test('nobody merges into a branch that is not theirs', async () => {
  const project = await Project.make();
  const { iid, sha } = await project.opened();
  await project.refused(401, '401 Unauthorized', () => author.MergeRequests.merge(project.id, iid, { sha }));
});

test('what is closed is not rebased', async () => {
  const project = await Project.make();
  const { iid } = await project.opened();
  await author.MergeRequests.edit(project.id, iid, { stateEvent: 'close' });
  await project.refused(409, 'Resource lock', () => author.MergeRequests.rebase(project.id, iid));
});
