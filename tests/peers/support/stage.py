# SPDX-License-Identifier: GPL-3.0-only
"""The people and projects that the suites play with."""
import itertools
import re
import time

from support.twin import Twin

PEOPLE = {
    "users": [
        {"username": "author", "name": "The author", "email": "author@example.org", "tokens": [
            {"token": "author-token", "scopes": ["api", "write_repository"]},
            {"token": "author-reads", "scopes": ["read_api"]},
            {"token": "author-fetches", "scopes": ["read_repository"]},
            {"token": "author-late", "expires_at": "2020-01-01T00:00:00Z"},
            {"token": "author-gone", "revoked": True}]},
        {"username": "reviewer-1", "tokens": [{"token": "reviewer-1-token"}]},
        {"username": "reviewer-2", "tokens": [{"token": "reviewer-2-token"}]},
        {"username": "maintainer", "tokens": [{"token": "maintainer-token"}]},
        {"username": "reporter", "tokens": [{"token": "reporter-token"}]},
        {"username": "outsider", "tokens": [{"token": "outsider-token"}]},
        {"username": "boss", "admin": True, "tokens": [{"token": "boss-token", "scopes": ["api", "sudo"]}]},
    ]
}
MEMBERS = {"author": "developer", "reviewer-1": "maintainer", "reviewer-2": "maintainer", "maintainer": "owner",
           "reporter": "reporter"}
QUICK = {"reset_delay_ms": 200, "pipeline_step_ms": 5, "pipeline_create_delay_ms": 1, "prepare_delay_ms": 1, "check_delay_ms": 1}
FILES = {"README.md": "Configuration\n", "bindings/a.yaml": "a: 1\n", "bindings/b.yaml": "b: 1\n"}

# What follows from a call of this kind within the same request.
CONSEQUENCES = {"merge": {"branch_delete"}, "commit": {"branch_create"}, "push": {"branch_create", "branch_delete"}, "rebase": {"push"}}
ALWAYS_POSSIBLE = {"pipeline_create", "approvals_reset", "deploy"}

_count = itertools.count(1)


def until(condition, what, seconds=20):
    """The only way to wait: asks again until the answer is true, and returns it."""
    end = time.monotonic() + seconds
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"within {seconds} s there was no {what}")
        time.sleep(0.01)


class Project:
    """A project of its own for one check, so that no check sees another's effects."""

    def __init__(self, twin: Twin, policy=None, **more):
        self.twin = twin
        self.path = f"peers/p{next(_count)}"
        rules = {"path": self.path, "files": FILES, "members": MEMBERS, "policy": {**QUICK, **(policy or {})},
                 "protected_branches": [{"name": "main", "push_access_level": "nobody", "merge_access_level": "maintainer"}]}
        seeded = twin.seed({"projects": [{**rules, **more}]})
        own = next(project for project in seeded["projects"] if project["path"] == self.path)
        self.id, self.head, self.url = own["id"], own["head"], own["http_url_to_repo"]

    def last_effect(self):
        return self.twin.effects(since=2 ** 53)["last"]

    def effects(self, since=0):
        return self.twin.effects(since=since, project=self.path)["effects"]

    def push_target(self, iid, files):
        """Somebody else lands on the target branch meanwhile."""
        return self.twin.human(self.path, "push_target", iid=iid, user="maintainer", files=files)["sha"]

    def kinds(self, since=0):
        return [effect["kind"] for effect in self.effects(since)]


class Intent:
    """with Intent(project, "merge"): … holds that the block had exactly this one effect, or none at all for None."""

    def __init__(self, project, kind):
        self.project = project
        self.kind = kind

    def __enter__(self):
        self.since = self.project.last_effect()
        self.first_request = self.project.twin.journal(since=2 ** 53)["last"] + 1
        return self

    def __exit__(self, exception, *_):
        if exception is not None:
            return
        effects = self.project.effects(self.since)
        kinds = [effect["kind"] for effect in effects]
        if self.kind and kinds.count(self.kind) != 1:
            raise AssertionError(f"wanted exactly one {self.kind}, the ledger says {kinds}")
        # A late consequence of an earlier request is not this block's doing.
        done = [effect["kind"] for effect in effects if effect["request"] >= self.first_request]
        foreign = set(done) - {self.kind} - ALWAYS_POSSIBLE - CONSEQUENCES.get(self.kind, set())
        if foreign:
            raise AssertionError(f"wanted {self.kind or 'no effect'}, the ledger also says {foreign}")


def is_sha(text):
    return isinstance(text, str) and re.fullmatch("[0-9a-f]{40}", text) is not None
