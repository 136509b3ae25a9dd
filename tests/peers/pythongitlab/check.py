# SPDX-License-Identifier: GPL-3.0-only
"""What every check of python-gitlab starts from: a project of its own, a client per person, the statuses seen on the wire."""
import unittest

import gitlab

from support.shapes import complaints
from support.stage import Intent, Project, until

TWIN = None  # set by the runner: one fresh process for the whole suite


class Check(unittest.TestCase):
    POLICY = {}

    def setUp(self):
        self.project = Project(TWIN, self.POLICY)
        self.wire = []
        self.author = self.client("author-token")
        self.p = self.author.projects.get(self.project.path)

    def tearDown(self):
        TWIN.no_faults()

    def client(self, token=None, **how):
        how = how or ({"private_token": token} if token else {})
        client = gitlab.Gitlab(TWIN.api, **how)
        client.session.hooks["response"].append(lambda answer, *_, **__: self.wire.append(answer))
        self.addCleanup(client.session.close)
        return client

    def as_user(self, token):
        """The same project, seen by somebody else."""
        return self.client(token).projects.get(self.project.id)

    @property
    def status(self):
        """Of the answer that arrived last."""
        return self.wire[-1].status_code

    def intent(self, kind):
        return Intent(self.project, kind)

    def fits(self, thing, shape):
        answer = thing if isinstance(thing, dict) else thing.attributes
        self.assertEqual(complaints(answer, shape), [])

    def refused(self, status, message, error=gitlab.GitlabError):
        return Refused(self, status, message, error)

    # --- steps that many checks need --------------------------------------------------------------------------------------

    def commit(self, branch, path="bindings/new.yaml", content="new: 1\n", action="create", start="main"):
        action = {"action": action, "file_path": path, "content": content}
        body = {"branch": branch, "commit_message": f"Change {path}", "actions": [action]}
        if start:
            body["start_branch"] = start
        return self.p.commits.create(body)

    def opened(self, branch="feat/x", title="Change a binding", path="bindings/new.yaml", content="new: 1\n", action="create"):
        """An open merge request whose checks have run."""
        self.commit(branch, path, content, action)
        made = self.p.mergerequests.create({"source_branch": branch, "target_branch": "main", "title": title})
        return self.settled(made.iid)

    def settled(self, iid):
        def checked():
            mr = self.p.mergerequests.get(iid)
            return mr if mr.detailed_merge_status not in ("preparing", "checking", "unchecked") and mr.diff_refs else None
        return until(checked, "finished mergeability check")

    def merged(self, branch="feat/x"):
        mr = self.opened(branch)
        self.as_user("maintainer-token").mergerequests.get(mr.iid).merge(sha=mr.sha)
        return self.p.mergerequests.get(mr.iid)


class Refused:
    """with refused(409, "SHA does not match"): … holds that the call was refused so, without any effect."""

    def __init__(self, check, status, message, error):
        self.check, self.status, self.message, self.error = check, status, message, error
        self.intent = check.intent(None)

    def __enter__(self):
        self.intent.__enter__()
        return self

    def __exit__(self, kind, failure, trace):
        if kind is None:
            raise AssertionError(f"wanted a refusal with {self.status}, was accepted")
        if not issubclass(kind, self.error):
            return False
        self.failure = failure
        said = failure.response_body
        said = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
        self.check.assertEqual(failure.response_code, self.status, said)
        self.check.assertIn(self.message, said)
        self.intent.__exit__(None)
        return True
