// SPDX-License-Identifier: GPL-3.0-only
// Who a token is, what it may see, and what a wrong one is told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client, Project } from './stage.mjs';

test('a token is taken as a bearer too', async () => {
  assert.equal((await client(null, { oauthToken: 'author-token' }).Users.showCurrentUser()).username, 'author');
});

test('an expired token says so', async () => {
  const project = await Project.make();
  const failure = await project.refused(401, 'invalid_token', () => client('author-late').Users.showCurrentUser());
  assert.ok(failure.cause.response.headers.get('www-authenticate'));
});

test('a revoked token says so', async () => {
  const project = await Project.make();
  await project.refused(401, 'invalid_token', () => client('author-gone').Users.showCurrentUser());
});

test('an unknown token is refused', async () => {
  const project = await Project.make();
  await project.refused(401, '401 Unauthorized', () => client('nobody').Users.showCurrentUser());
});

test('a reading token changes nothing', async () => {
  const project = await Project.make();
  const reader = client('author-reads');
  await project.refused(403, 'insufficient_scope', () => reader.Branches.create(project.id, 'feat/x', 'main'));
});

test('a stranger does not learn that a private project exists', async () => {
  const project = await Project.make();
  await project.refused(404, '404 Project Not Found', () => client('outsider-token').Projects.show(project.path));
});

test('a reporter may read but not write', async () => {
  const project = await Project.make();
  const theirs = client('reporter-token');
  assert.equal((await theirs.Branches.show(project.id, 'main')).name, 'main');
  await project.refused(403, '403 Forbidden', () => theirs.Branches.create(project.id, 'feat/x', 'main'));
});

test('an administrator acts as somebody else', async () => {
  const boss = client('boss-token', { sudo: 'author' });
  assert.equal((await boss.Users.showCurrentUser()).username, 'author');
});

test('nobody else may act as somebody else', async () => {
  const project = await Project.make();
  await project.refused(403, '403', () => client('author-token', { sudo: 'boss' }).Users.showCurrentUser());
});
