// SPDX-License-Identifier: GPL-3.0-only
// Forty-five merge requests page by page; limits of rate and outages as this client meets them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admin, author, fault, maintainer, Project, reviewer1 } from './stage.mjs';

const crowd = 45;
const everyone = Array.from({ length: crowd }, (_, index) => crowd - index);
let made;

function crowded() {
  made ??= (async () => {
    const project = await Project.make({ pipelines: false });
    for (let number = 1; number <= crowd; ++number) {
      await project.commit(`feat/${number}`, { path: `bindings/${number}.yaml` });
      await author.MergeRequests.create(project.id, `feat/${number}`, 'main', `Change ${number}`);
    }
    return project;
  })();
  return made;
}
const listed = async (options) => {
  const projectId = (await crowded()).id;
  return author.MergeRequests.all({ projectId, ...options });
};

test('all pages together hold each merge request once', async () => {
  assert.deepEqual((await listed()).map((mr) => mr.iid), everyone);
});

test('as many pages are read as were asked for', async () => {
  assert.deepEqual((await listed({ perPage: 20, maxPages: 2 })).map((mr) => mr.iid), everyone.slice(0, 40));
  assert.deepEqual((await listed({ perPage: 20, maxPages: 3 })).map((mr) => mr.iid), everyone);
});

test('one page tells where it stands', async () => {
  const { data, paginationInfo } = await listed({ page: 2, perPage: 20, showExpanded: true });
  assert.deepEqual(data.map((mr) => mr.iid), everyone.slice(20, 40));
  assert.deepEqual(paginationInfo, { total: crowd, next: 3, current: 2, previous: 1, perPage: 20, totalPages: 3 });
});

test('keyset pages are followed by their links alone', async () => {
  const found = await listed({ pagination: 'keyset', orderBy: 'created_at', sort: 'asc', perPage: 20 });
  assert.deepEqual(found.map((mr) => mr.iid), everyone.toReversed?.() ?? [...everyone].reverse());
});

for (const style of ['rack', 'action', 'plain']) {
  test(`a limit of rate in the shape ${style} is waited for`, async () => {
    const project = await Project.make();
    await fault({ path_regex: '/repository/branches$' }, { kind: 'rate_limit', style, retry_after: 1 }, { times: 2 });
    await project.intent('branch_create', () => author.Branches.create(project.id, 'feat/x', 'main'));
    const { faults } = await admin('GET', '/faults');
    assert.deepEqual(faults.map((rule) => rule.hits), [2]);
  });
}

test('a 502 after the effect of an approval surfaces as 401 with one effect', async () => {
  const project = await Project.make();
  const { iid, sha } = await project.opened();
  await fault({ op: 'mr.approve' }, { kind: 'status', code: 502, body: '<html>Bad Gateway</html>', content_type: 'text/html' },
    { phase: 'after_effect' });
  await project.intent('approve', async () => {
    const failure = await reviewer1.MergeRequestApprovals.approve(project.id, iid, { sha }).catch((error) => error);
    assert.equal(failure.cause?.response?.status, 401);
    assert.equal(failure.message, '401 Unauthorized');
  });
});

test('a lost answer leaves the effect and is not sent again', async () => {
  const project = await Project.make();
  const { iid, sha } = await project.opened();
  await fault({ op: 'mr.merge' }, { kind: 'drop' }, { phase: 'after_effect' });
  await project.intent('merge', async () => {
    const failure = await maintainer.MergeRequests.merge(project.id, iid, { sha }).catch((error) => error);
    assert.equal(failure.message, 'fetch failed');
  });
  assert.equal((await author.MergeRequests.show(project.id, iid)).state, 'merged');
});
