# SPDX-License-Identifier: GPL-3.0-only
"""The real git, with nothing of this machine's configuration, against the twin's smart HTTP."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.request

from support.stage import Intent, Project

TWIN = None  # set by the runner: one fresh process for the whole suite


class Git:
    """One working copy and how its last command ended."""

    def __init__(self, folder):
        self.folder = folder
        self.said = ""

    def try_(self, *arguments, **environment):
        quiet = {"PATH": os.environ["PATH"], "HOME": self.folder, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C",
                 "GIT_AUTHOR_NAME": "Author", "GIT_AUTHOR_EMAIL": "author@example.org", "GIT_COMMITTER_NAME": "Author",
                 "GIT_COMMITTER_EMAIL": "author@example.org", **environment}
        done = subprocess.run(["git", *arguments], cwd=self.folder, env=quiet, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=120, check=False)
        self.said = done.stdout.strip()
        return done.returncode == 0

    def __call__(self, *arguments, **environment):
        if not self.try_(*arguments, **environment):
            raise AssertionError(f"git {' '.join(arguments)}: {self.said}")
        return self.said

    def write(self, path, text):
        whole = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "w", encoding="utf-8") as out:
            out.write(text)

    def read(self, path):
        with open(os.path.join(self.folder, path), encoding="utf-8") as text:
            return text.read()

    def commit(self, path, text, message="Change"):
        self.write(path, text)
        self("add", "--all")
        self("commit", "--quiet", "--message", message)
        return self("rev-parse", "HEAD")


class Check(unittest.TestCase):
    POLICY = {}

    def setUp(self):
        self.project = Project(TWIN, self.POLICY)
        self.folder = tempfile.mkdtemp(prefix="twin-git-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.outside = Git(self.folder)

    def tearDown(self):
        TWIN.no_faults()

    def intent(self, kind):
        return Intent(self.project, kind)

    def url(self, token="author-token"):
        scheme, _, rest = self.project.url.partition("://")
        return f"{scheme}://oauth2:{token}@{rest}" if token else self.project.url

    def clone(self, *options, token="author-token", name="copy"):
        self.outside("clone", "--quiet", *options, self.url(token), name)
        return Git(os.path.join(self.folder, name))

    def api(self, method, path, token="author-token", **body):
        request = urllib.request.Request(f"{TWIN.api}/api/v4/projects/{self.project.id}{path}", json.dumps(body).encode() if body else None,
                                         {"Content-Type": "application/json", "PRIVATE-TOKEN": token}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise AssertionError(f"{method} {path}: {refusal.code} {refusal.read().decode()}") from None
