# SPDX-License-Identifier: GPL-3.0-only
"""Plays one suite against a fresh twin: run.py SUITE --twin PROGRAM --build FOLDER. The exit code is 0 when every check held."""
import argparse
import importlib
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from support import report  # noqa: E402  (its folder is known only now)
from support.stage import PEOPLE  # noqa: E402
from support.twin import Twin  # noqa: E402

# Suites of Python; what each brings lies in the folder of its name.
SUITES = {
    "pythongitlab": ["calls", "refusals", "identity", "paging", "webhooks"],
    "margebot": ["expectations"],
    "rest": ["forms", "statuses"],
    "git": ["cloning", "pushing"],
    "guide": ["rehearsals"],
}


def play(suite, twin):
    try:
        stage = importlib.import_module(f"{suite}.check")
    except ModuleNotFoundError as missing:
        report.say_failed(suite, "its client is installed", f"{missing}: see packaging/apt-packages, section [test]")
    stage.TWIN = twin
    modules = [importlib.import_module(f"{suite}.{name}") for name in SUITES[suite]]
    return report.run(suite, modules)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("suite", choices=[*SUITES, "gitbeaker", "chance"])
    arguments.add_argument("--twin", required=True)
    arguments.add_argument("--build", required=True, help="where npm may install the other client")
    arguments.add_argument("--minutes", type=float, default=1, help="of the suite chance")
    arguments.add_argument("--seed", type=int, help="of the suite chance; without one, a new one each time")
    chosen = arguments.parse_args()
    with Twin(chosen.twin, PEOPLE) as twin:
        if chosen.suite == "gitbeaker":
            from gitbeaker import program
            held = program.play(twin, os.path.join(chosen.build, "gitbeaker"))
        elif chosen.suite == "chance":
            from chance import program
            held = program.play(twin, chosen.minutes, chosen.seed)
        else:
            held = play(chosen.suite, twin)
        # The twin compares what it remembers with what it has written when it is told to end.
        code, said = twin.end()
        if code != 0:
            report.say_failed(chosen.suite, "the twin ends in good order", f"exit code {code}: {said}")
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
