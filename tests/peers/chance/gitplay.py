# SPDX-License-Identifier: GPL-3.0-only
"""Real git that clones and pushes at random, and is killed in the middle now and then."""
import os
import random
import shutil
import subprocess
import tempfile
import urllib.parse

from support.twin import dies_with_its_parent


class GitPlay:
    def __init__(self, twin, seed, projects):
        self.random = random.Random(seed)
        self.twin = twin
        self.projects = projects
        self.folder = tempfile.mkdtemp(prefix="twin-chance-")
        self.copy = None

    def end(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def git(self, *arguments, folder=None, may_die=False):
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
                       "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "a",
                       "GIT_COMMITTER_EMAIL": "a@example.org"}
        child = subprocess.Popen(["git", "-c", "gc.auto=0", *arguments], cwd=folder or self.folder, env=environment, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=dies_with_its_parent,
                                 start_new_session=True)
        within = self.random.random() * 0.1 if may_die and self.random.random() < 0.3 else 60
        try:
            return child.wait(within) == 0
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, 9)
            child.wait()
            return False

    def url(self):
        project = self.random.choice(self.projects)
        token = self.random.choice(["author-token"] * 5 + ["reporter-token", "outsider-token", "nobody"])
        url = urllib.parse.urlsplit(self.twin.api)
        return f"http://x:{token}@{url.netloc}/{project['path']}.git"

    def one(self):
        if self.copy is None or self.random.random() < 0.1:
            if self.copy:
                shutil.rmtree(self.copy, ignore_errors=True)
            self.copy = os.path.join(self.folder, "copy")
            if not self.git("clone", "--quiet", *self.random.choice([[], ["--depth", "1"]]), self.url(), self.copy, may_die=True):
                shutil.rmtree(self.copy, ignore_errors=True)
                self.copy = None
                return
        with open(os.path.join(self.copy, f"g{self.random.randrange(20)}.txt"), "w", encoding="utf-8") as out:
            out.write("x" * self.random.choice([1, 100, 100000]) + str(self.random.random()))
        self.git("add", "--all", folder=self.copy)
        self.git("commit", "--quiet", "--message", "m", folder=self.copy)
        branch = self.random.choice(["feat/1", "feat/2", "feat/3", "main"])
        self.git("push", "--quiet", *self.random.choice([[], ["--force"]]), "origin", f"HEAD:refs/heads/{branch}", folder=self.copy, may_die=True)
        if self.random.random() < 0.3:
            self.git("fetch", "--quiet", "--prune", folder=self.copy, may_die=True)
