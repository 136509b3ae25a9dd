# SPDX-License-Identifier: GPL-3.0-only
"""One check for each incident of the guide."""
import os
import subprocess
import tempfile
import unittest

from guide import check
from support.twin import dies_with_its_parent

WITHIN_S = 60


class Rehearsals(unittest.TestCase):
    def rehearse(self, script):
        text, expected = check.observed(script)
        with tempfile.TemporaryDirectory(prefix="twin-guide-") as folder:
            os.mkdir(os.path.join(folder, "build"))
            os.symlink(os.path.dirname(os.path.abspath(check.TWIN.program)), os.path.join(folder, "build", "bin"))
            done = subprocess.run(["bash", "-c", "set -u\n" + text], cwd=folder, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=WITHIN_S, check=False,
                                  env={**os.environ, "TMPDIR": folder}, preexec_fn=dies_with_its_parent)
        self.assertEqual(done.returncode, 0, done.stdout)
        for number, words in enumerate(expected, 1):
            printed = done.stdout.split(f"--> {number}\n")[0].rsplit("--> ", 1)[1].partition("\n")[2]
            self.assertIn(words, printed, f"the guide says so, but it printed: {printed}")


def _named(name, script):
    def rehearsal(self):
        self.rehearse(check.incidents()[0] + script)
    rehearsal.__name__ = "test_" + name.lower().replace(" ", "_")
    return rehearsal


for _name, _script in check.incidents()[1]:
    _test = _named(_name, _script)
    setattr(Rehearsals, _test.__name__, _test)
