# SPDX-License-Identifier: GPL-3.0-only
"""Holds answers against shapes.json: the fields a client may rely on, with their types."""
import json
import os
import re

with open(os.path.join(os.path.dirname(__file__), "shapes.json"), encoding="utf-8") as text:
    SHAPES = json.load(text)

_FORMS = {
    "int": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "bool": lambda value: isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
    "sha": lambda value: isinstance(value, str) and re.fullmatch("[0-9a-f]{40}", value) is not None,
    "time": lambda value: isinstance(value, str)
            and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)", value) is not None,
    "url": lambda value: isinstance(value, str) and value.startswith("http"),
}


def fits(value, form):
    """form: "int", "string|null", "merge_request" (another shape), "[user]" (an array of them), "=a,b" (one of these words)."""
    for choice in form.split("|"):
        if choice.startswith("="):
            if value in choice[1:].split(","):
                return True
        elif choice.startswith("["):
            if isinstance(value, list) and all(not complaints(item, choice[1:-1]) for item in value):
                return True
        elif choice in _FORMS:
            if _FORMS[choice](value):
                return True
        elif isinstance(value, dict) and not complaints(value, choice):
            return True
    return False


def complaints(answer, shape):
    """What is missing or of the wrong type in the answer, as sentences; empty when it fits."""
    if not isinstance(answer, dict):
        return [f"{shape} is no object but {answer!r}"]
    found = []
    for field, form in SHAPES[shape].items():
        if field not in answer:
            found.append(f"{shape}.{field} is missing")
        elif not fits(answer[field], form):
            found.append(f"{shape}.{field} should be {form}, is {answer[field]!r}")
    return found
