# SPDX-License-Identifier: GPL-3.0-only
"""Runs unittest cases and says each result in Qt Test's words, which the count of a test run reads."""
import sys
import traceback
import unittest


def sentence(case):
    return case._testMethodName.removeprefix("test_").replace("_", " ")


class QtLines(unittest.TestResult):
    def __init__(self, suite):
        super().__init__()
        self.suite = suite
        self.passed = 0

    def _say(self, word, case, details=""):
        name = sentence(case) if hasattr(case, "_testMethodName") else str(case)
        print(f"{word:<7}: {self.suite}::{name}()", flush=True)
        for line in details.rstrip().splitlines():
            print(f"   {line}", flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1
        self._say("PASS", test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._say("FAIL!", test, "".join(traceback.format_exception(*err)))

    addError = addFailure

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._say("SKIP", test, reason)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._say("FAIL!", test, "".join(traceback.format_exception(*err)) + f"in {subtest}")


def run(suite, modules):
    """Runs every case of the modules; true when all held and there was at least one."""
    result = QtLines(suite)
    loader = unittest.TestLoader()
    for module in modules:
        loader.loadTestsFromModule(module).run(result)
    print(f"Totals: {result.passed} passed, {len(result.failures)} failed, {len(result.skipped)} skipped", flush=True)
    return not result.failures and not result.errors and result.passed > 0


def say_failed(suite, name, why):
    """For a suite that could not even begin."""
    print(f"FAIL!  : {suite}::{name}()\n   {why}", flush=True)
    sys.exit(1)
