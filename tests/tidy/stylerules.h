// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/tidy/sourcefile.h"

namespace slipway::tidy {

/// Functions of at most 60 lines, braces included; relies on clang-format's placing of a function's braces.
Complaints shortFunctions(const SourceFile &file);
/// .cpp files, and shell scripts, of at most 400 lines.
Complaints shortFiles(const SourceFile &file);
/// The licence is named in the first three lines of each source.
Complaints licenceNamed(const SourceFile &file);
/// No note to oneself, no debug print left behind.
Complaints nothingLeftLying(const SourceFile &file);
/// No type or file named Manager, Helper, Util, Data or Info: such a name says nothing of what belongs in it.
Complaints tellingNames(const SourceFile &file);
/// No path of somebody's machine; \a root is where this very checkout stands.
Complaints noPathOfACheckout(const SourceFile &file, const QString &root);
/// Each Qt Test program turns unexpected warnings into failures, and never sleeps.
Complaints strictTests(const SourceFile &file);
/// A README.md in each top-level folder, and in each folder with code or build rules down to the second level; deeper
/// ones may instead be named (`folder/`) in the README.md above them.
Complaints readmeEverywhere(const SourceFiles &files);

} // namespace slipway::tidy
