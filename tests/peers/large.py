# SPDX-License-Identifier: GPL-3.0-only
"""How the twin does with a large repository: large.py --twin PROGRAM [--files N] [--batch N] [--rounds N]. Prints; asserts no time."""
import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from support.stage import MEMBERS, PEOPLE, QUICK, until  # noqa: E402  (its folder is known only now)
from support.twin import Twin  # noqa: E402

MERGE_LIMIT_MS = 300
PATH = "peers/large"


def spread(number):
    """As the service lays bindings out: by hash, so that no folder grows too large."""
    name = f"subject-{number}"
    return f"bindings/{hashlib.sha256(name.encode()).hexdigest()[:2]}/db-read/{name}.yaml"


class Large:
    def __init__(self, twin, files, batch, folder):
        self.twin, self.files, self.batch, self.folder = twin, files, batch, folder

    def call(self, method, path, token, body=None):
        request = urllib.request.Request(f"{self.twin.api}/api/v4/projects/{PATH.replace('/', '%2F')}{path}",
                                         None if body is None else json.dumps(body).encode(),
                                         {"Content-Type": "application/json", "PRIVATE-TOKEN": token}, method=method)
        with urllib.request.urlopen(request, timeout=300) as answer:
            return json.loads(answer.read() or b"null")

    def git(self, *arguments):
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
                       "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "a",
                       "GIT_COMMITTER_EMAIL": "a@example.org"}
        subprocess.run(["git", "-c", "gc.auto=0", *arguments], cwd=self.folder, env=environment, check=True, stdin=subprocess.DEVNULL)

    def seed(self):
        files = {spread(number): f"subject: {number}\nlevel: read\n" for number in range(self.files)}
        self.twin.seed({"projects": [{"path": PATH, "files": files, "members": MEMBERS, "policy": {**QUICK, "pipelines": False}}]})

    def clone(self):
        url = self.twin.api.replace("http://", "http://x:author-token@") + f"/{PATH}.git"
        self.git("clone", "--quiet", "--no-checkout", url, "copy")
        self.git("-C", "copy", "read-tree", "HEAD")

    def push(self, round_number):
        """Changes of one batch as one commit, made without a work tree."""
        stream = [f"commit refs/heads/batch-{round_number}", "committer a <a@example.org> 1700000000 +0000", "data 5", "batch",
                  f"from {self.git_head()}"]
        for number in range(self.batch):
            content = f"subject: {number}\nlevel: write {round_number}\n"
            path = spread((number * 7 + round_number * 1009) % self.files)
            stream += [f"M 100644 inline {path}", f"data {len(content)}", content]
        subprocess.run(["git", "-C", os.path.join(self.folder, "copy"), "fast-import", "--quiet"], input="\n".join(stream).encode() + b"\n",
                       check=True)
        self.git("-C", "copy", "push", "--quiet", "origin", f"batch-{round_number}")

    def git_head(self):
        self.git("-C", "copy", "fetch", "--quiet", "origin", "main")
        return subprocess.run(["git", "-C", os.path.join(self.folder, "copy"), "rev-parse", "FETCH_HEAD"], check=True, capture_output=True,
                              text=True).stdout.strip()

    def mergeable(self, round_number):
        iid = self.call("POST", "/merge_requests", "author-token", {
            "source_branch": f"batch-{round_number}", "target_branch": "main", "title": "Batch"})["iid"]
        return until(lambda: (lambda mr: mr if mr["detailed_merge_status"] == "mergeable" else None)(
            self.call("GET", f"/merge_requests/{iid}", "author-token")), "mergeable merge request", 120)

    def merge(self, mr):
        return self.call("PUT", f"/merge_requests/{mr['iid']}/merge", "maintainer-token", {"sha": mr["sha"]})


def timed(label, action, *arguments):
    start = time.perf_counter()
    result = action(*arguments)
    took = (time.perf_counter() - start) * 1000
    if label:
        print(f"{label:<46} {took:9.0f} ms", flush=True)
    return result, took


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--twin", required=True)
    arguments.add_argument("--files", type=int, default=100_000)
    arguments.add_argument("--batch", type=int, default=200)
    arguments.add_argument("--rounds", type=int, default=7)
    chosen = arguments.parse_args()
    with Twin(chosen.twin, PEOPLE) as twin, tempfile.TemporaryDirectory(prefix="twin-large-") as folder:
        large = Large(twin, chosen.files, chosen.batch, folder)
        timed(f"seed {chosen.files} files", large.seed)
        timed("git clone", large.clone)
        pushes, checks, merges = [], [], []
        for number in range(chosen.rounds):
            pushes.append(timed("", large.push, number)[1])
            mr, took = timed("", large.mergeable, number)
            checks.append(took)
            merges.append(timed("", large.merge, mr)[1])
        for label, values in ((f"build and push {chosen.batch} files", pushes), ("create and check the merge request", checks),
                              (f"merge {chosen.batch} files", merges)):
            print(f"{label:<46} {statistics.median(values):9.0f} ms median, {max(values):.0f} ms worst of {len(values)}")
        ratio = statistics.median(merges) / MERGE_LIMIT_MS
        print(f"the median merge takes {ratio:.2f} of its limit of {MERGE_LIMIT_MS} ms; memory {twin.memory_kb()} KB")


if __name__ == "__main__":
    main()
