// SPDX-License-Identifier: GPL-3.0-only
// A project of its own for each check, a client per person, and what the ledger of effects must say.
import assert from 'node:assert/strict';
import { Gitlab } from '@gitbeaker/rest';
import { complaints } from './shapes.mjs';

const api = process.env.TWIN_API;

export async function admin(method, path, body) {
  const answer = await fetch(`${process.env.TWIN_ADMIN}/__twin/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the admin port answered ${answer.status}: ${text}`);
  return text ? JSON.parse(text) : null;
}

export const client = (token, more) => new Gitlab({ host: api, ...(token ? { token } : {}), ...more });
export const [author, maintainer, reviewer1, reviewer2, reporter] = ['author', 'maintainer', 'reviewer-1', 'reviewer-2', 'reporter'].map(
  (name) => client(`${name}-token`),
);

// The only way to wait: asks again until the answer is true, and returns it.
export async function until(condition, what, seconds = 20) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await condition();
    if (answer) return answer;
    assert.ok(Date.now() < end, `within ${seconds} s there was no ${what}`);
    await new Promise((again) => setTimeout(again, 10));
  }
}

export const fault = (match, what, { phase = 'before', times = 1 } = {}) =>
  admin('POST', '/faults', { match, phase, times, do: what });

const members = { author: 'developer', 'reviewer-1': 'maintainer', 'reviewer-2': 'maintainer', maintainer: 'owner', reporter: 'reporter' };
const quick = { reset_delay_ms: 200, pipeline_step_ms: 5, pipeline_create_delay_ms: 1, prepare_delay_ms: 1, check_delay_ms: 1 };
const files = { 'README.md': 'Configuration\n', 'bindings/a.yaml': 'a: 1\n', 'bindings/b.yaml': 'b: 1\n' };
let count = 0;

export class Project {
  static async make(policy = {}, more = {}) {
    await admin('DELETE', '/faults');
    const path = `gitbeaker/p${++count}`;
    const main = { name: 'main', push_access_level: 'nobody', merge_access_level: 'maintainer' };
    const rules = { path, files, members, policy: { ...quick, ...policy }, protected_branches: [main], ...more };
    const { projects } = await admin('POST', '/seed', { projects: [rules] });
    return Object.assign(new Project(), projects.find((project) => project.path === path));
  }

  policy(changes) {
    return admin('POST', `/projects/${encodeURIComponent(this.path)}/policy`, changes);
  }

  human(op, rest) {
    return admin('POST', '/human', { project: this.path, op, user: 'maintainer', ...rest });
  }

  commit(branch, { path = 'bindings/new.yaml', content = 'new: 1\n', action = 'create', start = 'main' } = {}) {
    const options = start ? { startBranch: start } : {};
    return author.Commits.create(this.id, branch, `Change ${path}`, [{ action, filePath: path, content }], options);
  }

  // An open merge request whose checks have run.
  async opened({ branch = 'feat/x', title = 'Change a binding', ...change } = {}) {
    await this.commit(branch, change);
    const { iid } = await author.MergeRequests.create(this.id, branch, 'main', title);
    return this.settled(iid);
  }

  settled(iid) {
    return until(async () => {
      const mr = await author.MergeRequests.show(this.id, iid);
      return !['preparing', 'checking', 'unchecked'].includes(mr.detailed_merge_status) && mr.diff_refs && mr;
    }, 'finished mergeability check');
  }

  async merged() {
    const mr = await this.opened();
    return maintainer.MergeRequests.merge(this.id, mr.iid, { sha: mr.sha });
  }

  // Holds that the call had exactly this one effect, or none at all for null; returns its answer.
  async intent(kind, call) {
    const { last } = await admin('GET', `/effects?since=${Number.MAX_SAFE_INTEGER}`);
    const { last: lastRequest } = await admin('GET', `/journal?since=${Number.MAX_SAFE_INTEGER}`);
    const answer = await call();
    const { effects } = await admin('GET', `/effects?since=${last}&project=${encodeURIComponent(this.path)}`);
    const kinds = effects.map((effect) => effect.kind);
    if (kind) assert.equal(kinds.filter((each) => each === kind).length, 1, `wanted exactly one ${kind}, the ledger says ${kinds}`);
    const allowed = [kind, 'pipeline_create', 'approvals_reset', 'deploy', ...(consequences[kind] ?? [])];
    // A late consequence of an earlier request is not this call's doing.
    const done = effects.filter((effect) => effect.request > lastRequest).map((effect) => effect.kind);
    assert.deepEqual(done.filter((each) => !allowed.includes(each)), [], 'foreign effects');
    return answer;
  }

  // Holds that the call is refused so, without any effect; returns the failure.
  refused(status, text, call) {
    return this.intent(null, async () => {
      const failure = await call().then(
        () => assert.fail(`wanted a refusal with ${status}, was accepted`),
        (error) => error,
      );
      assert.equal(failure.cause?.response?.status, status, `${failure.stack}`);
      assert.ok(failure.message.includes(text), `${failure.message} does not say ${text}`);
      return failure;
    });
  }
}

const consequences = { merge: ['branch_delete'], commit: ['branch_create'], rebase: ['push'] };

export function assertFits(answer, shape) {
  assert.deepEqual(complaints(answer, shape), []);
}

// The whole answer: data, status and headers.
export const wire = { showExpanded: true };
