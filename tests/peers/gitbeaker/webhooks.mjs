// SPDX-License-Identifier: GPL-3.0-only
// Webhooks of a project, as this client registers them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFits, maintainer, Project, wire } from './stage.mjs';

test('a webhook is registered, listed and removed', async () => {
  const project = await Project.make();
  const hook = await maintainer.ProjectHooks.add(project.id, 'http://127.0.0.1:9/hook', {
    token: 'secret',
    mergeRequestsEvents: true,
    ...wire,
  });
  assert.equal(hook.status, 201);
  assertFits(hook.data, 'hook');
  assert.deepEqual((await maintainer.ProjectHooks.all(project.id)).map((known) => known.id), [hook.data.id]);
  assert.equal((await maintainer.ProjectHooks.remove(project.id, hook.data.id, wire)).status, 204);
});
