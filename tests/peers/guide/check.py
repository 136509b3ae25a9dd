# SPDX-License-Identifier: GPL-3.0-only
"""The commands of the twin's guide, read from its README and run as they stand."""
import os
import re

TWIN = None  # set by the runner; the guide starts one of its own, from the same program
GUIDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir, "twin", "README.md")
HEADING = "## How to rehearse an incident with curl"
EXPECTS = "# → "


def incidents():
    """The preparation and each incident: (name, shell text)."""
    with open(GUIDE, encoding="utf-8") as text:
        section = text.read().split(HEADING + "\n")[1].split("\n## ")[0]
    parts = re.findall(r"(?:\*\*(.+?)\.\*\*[^`]*)?```sh\n(.*?)```", section, re.S)
    return parts[0][1], parts[1:]


def observed(script):
    """The script with each "# → text" turned into a mark, and what belongs to which mark."""
    lines, expected = ["echo '--> start'"], []
    for line in script.splitlines():
        if line.startswith(EXPECTS):
            expected.append(line.removeprefix(EXPECTS))
            lines.append(f"echo '--> {len(expected)}'")
        else:
            lines.append(line)
    return "\n".join(lines), expected
