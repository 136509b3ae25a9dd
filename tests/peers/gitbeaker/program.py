# SPDX-License-Identifier: GPL-3.0-only
"""Brings @gitbeaker/rest into the build folder, once for each lock file, and plays the suite there with Node."""
import glob
import hashlib
import os
import shutil
import subprocess

from support import report
from support.twin import dies_with_its_parent

SUITE = "gitbeaker"
HERE = os.path.dirname(os.path.abspath(__file__))
NPM = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--prefer-offline",
       "--fetch-retries=1", "--fetch-timeout=30000"]
NPM_WITHIN_S = 120
SUITE_WITHIN_S = 200


def _install(folder):
    """Returns why the client is not there; nothing when it is."""
    with open(os.path.join(HERE, "package-lock.json"), "rb") as lock:
        wanted = hashlib.sha256(lock.read()).hexdigest()
    stamp = os.path.join(folder, "installed")
    if os.path.exists(stamp):
        with open(stamp, encoding="ascii") as known:
            if known.read() == wanted:
                return ""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(os.path.join(HERE, name), folder)
    try:
        done = subprocess.run(NPM, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=NPM_WITHIN_S,
                              preexec_fn=dies_with_its_parent)
        why = "" if done.returncode == 0 else (done.stderr.strip() or done.stdout.strip())
    except FileNotFoundError:
        return "npm is missing: see packaging/apt-packages, section [test]"
    except subprocess.TimeoutExpired:
        why = f"npm did not end within {NPM_WITHIN_S} s"
    if why:
        return ("@gitbeaker/rest is not installed yet and npm could not fetch it; connect this machine to a package registry once, "
                f"afterwards no network is needed.\n{why}")
    with open(stamp, "w", encoding="ascii") as known:
        known.write(wanted)
    return ""


def play(twin, folder):
    why = _install(folder)
    if why:
        report.say_failed(SUITE, "its client is installed", why)
    # Node looks for packages from where the importing file lies.
    for path in [*glob.glob(os.path.join(HERE, "*.mjs")), os.path.join(HERE, os.pardir, "support", "shapes.json")]:
        shutil.copy(path, folder)
    environment = {**os.environ, "TWIN_API": twin.api, "TWIN_ADMIN": twin.admin_url, "NO_COLOR": "1"}
    try:
        code = subprocess.run(["node", "--test-reporter=./qtlines.mjs", "all.mjs"], cwd=folder, env=environment,
                              stdin=subprocess.DEVNULL, timeout=SUITE_WITHIN_S, preexec_fn=dies_with_its_parent).returncode
    except subprocess.TimeoutExpired:
        report.say_failed(SUITE, "the suite ends", f"it took more than {SUITE_WITHIN_S} s")
    return code == 0
