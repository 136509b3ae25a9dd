# SPDX-License-Identifier: GPL-3.0-only
"""slipway-twin as a process of its own, and its admin port."""
import ctypes
import json
import os
import shutil
import signal
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


def dies_with_its_parent():
    """For preexec_fn: ends the child when this program is killed, which no handler of ours could do."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class AdminError(Exception):
    def __init__(self, status, body):
        super().__init__(f"the admin port answered {status}: {body}")
        self.status = status
        self.body = body


class Twin:
    """Starts with an empty world on free ports; ends, and its folder goes, at the end of the with block."""

    def __init__(self, program, seed=None):
        self.program = program
        self.seed_at_start = seed
        self.process = None
        self.folder = None
        self.api = ""
        self.admin_url = ""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="twin-peer-")
        try:
            self._start()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_):
        self.end()

    def _start(self, *more):
        command = [self.program, "--data", os.path.join(self.folder, "data"), *more]
        if self.seed_at_start and not more:
            path = os.path.join(self.folder, "seed.json")
            with open(path, "w", encoding="utf-8") as out:
                json.dump(self.seed_at_start, out)
            command += ["--seed", path]
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, stdin=subprocess.DEVNULL,
                                        preexec_fn=dies_with_its_parent)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the twin did not start: {self.log_text()}")
        ready = json.loads(line)
        self.api, self.admin_url = ready["api"], ready["admin"]

    def killed_and_started_again(self):
        """As after a power switch: in the same folder, on the same ports."""
        self.process.kill()
        self.process.wait()
        self._forget_process()
        host = urllib.parse.urlsplit
        self._start("--listen", host(self.api).netloc, "--admin", host(self.admin_url).netloc)

    def _forget_process(self):
        self.process.stdout.close()
        self.log.close()
        self.process = None

    def log_text(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as text:
            return text.read()[-4000:]

    def alive(self):
        return self.process is not None and self.process.poll() is None

    def memory_kb(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1])
        return 0

    def end(self):
        """Asks first, forces after ten seconds. Returns the exit code and what was logged last; None without a process."""
        code = None
        if self.process is not None:
            if self.alive():
                self.process.send_signal(signal.SIGTERM)
            try:
                code = self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                code = self.process.wait()
            self._forget_process()
        said = self.log_text() if self.folder and code is not None else ""
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder = None
        return code, said

    # --- the admin port ---------------------------------------------------------------------------------------------------

    def admin(self, method, path, body=None, **query):
        query = {key: value for key, value in query.items() if value is not None}
        url = self.admin_url + "/__twin/v1" + path + ("?" + urllib.parse.urlencode(query) if query else "")
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                text = answer.read()
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise AdminError(refusal.code, refusal.read().decode(errors="replace")) from None
        return json.loads(text) if text else None

    def seed(self, document):
        return self.admin("POST", "/seed", document)

    def policy(self, project, **changes):
        return self.admin("POST", f"/projects/{urllib.parse.quote(project, safe='')}/policy", changes)

    def fault(self, do, phase="before", times=1, skip=0, **match):
        rule = {"match": match, "phase": phase, "times": times, "skip": skip, "do": do}
        return self.admin("POST", "/faults", rule)["id"]

    def no_faults(self):
        self.admin("DELETE", "/faults")

    def human(self, project, op, **rest):
        return self.admin("POST", "/human", {"project": project, "op": op, **rest})

    def effects(self, since=0, **filters):
        return self.admin("GET", "/effects", since=since, **filters)

    def journal(self, since=0, **filters):
        return self.admin("GET", "/journal", since=since, **filters)

    def state(self):
        return self.admin("GET", "/state")
