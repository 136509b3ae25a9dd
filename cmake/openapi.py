#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""openapi.py IN.yaml OUT.h: the interface description as JSON in a C++ constant, so that the program that serves it needs no YAML."""
import json
import sys

import yaml

source, target = sys.argv[1:]
with open(source, encoding="utf-8") as file:
    document = yaml.safe_load(file)
text = json.dumps(document, ensure_ascii=True, separators=(",", ":"))
with open(target, "w", encoding="utf-8") as file:
    file.write("// SPDX-License-Identifier: GPL-3.0-only\n// Made from resources/openapi.yaml.\n#pragma once\n\n")
    file.write("namespace slipway::generated {\n")
    file.write('inline constexpr char openApi[] = R"slipway(' + text + ')slipway";\n')
    file.write("} // namespace slipway::generated\n")
