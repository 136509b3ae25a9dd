# SPDX-License-Identifier: GPL-3.0-only
"""curl, as people and scripts use it: forms, odd spellings, bare bytes."""
import json
import subprocess
import unittest

from support.stage import Intent, Project, until

TWIN = None  # set by the runner: one fresh process for the whole suite
MARK = "\n--curl--"


class Answer:
    def __init__(self, out):
        self.raw, _, meta = out.rpartition(MARK.encode())
        said = json.loads(meta)
        self.status, self.new_connections = said["http_code"], said["num_connects"]
        head, _, self.body = self.raw.partition(b"\r\n\r\n")
        self.headers = {}
        for line in head.decode("latin-1").splitlines()[1:]:
            name, _, value = line.partition(":")
            self.headers[name.strip().lower()] = value.strip()

    @property
    def json(self):
        return json.loads(self.body)


def curl(path, *arguments, token="author-token"):
    command = ["curl", "--silent", "--include", "--max-time", "60", "--write-out", MARK + "%{json}", *arguments, TWIN.api + path]
    if token:
        command += ["--header", f"PRIVATE-TOKEN: {token}"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode:
        raise AssertionError(f"curl ended with {done.returncode}: {done.stderr.decode()}")
    return Answer(done.stdout)


class Check(unittest.TestCase):
    POLICY = {}

    def setUp(self):
        self.project = Project(TWIN, self.POLICY)
        self.home = f"/api/v4/projects/{self.project.id}"

    def tearDown(self):
        TWIN.no_faults()

    def intent(self, kind):
        return Intent(self.project, kind)

    def commit(self, branch, path="bindings/new.yaml", content="new: 1\n"):
        body = {"branch": branch, "start_branch": "main", "commit_message": f"Change {path}",
                "actions": [{"action": "create", "file_path": path, "content": content}]}
        return curl(f"{self.home}/repository/commits", "--json", json.dumps(body)).json["id"]

    def opened(self, branch="feat/x", path="bindings/new.yaml"):
        self.commit(branch, path)
        made = curl(f"{self.home}/merge_requests", "--json",
                    json.dumps({"source_branch": branch, "target_branch": "main", "title": "Change"})).json
        return until(lambda: (lambda now: now if now["detailed_merge_status"] == "mergeable" else None)(
            curl(f"{self.home}/merge_requests/{made['iid']}").json), "mergeable merge request")
