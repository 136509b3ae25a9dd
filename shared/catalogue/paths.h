// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/catalogue/target.h"

namespace slipway::catalogue {

inline constexpr QLatin1StringView defaultPath("bindings/{shard}/{target}/{subject}.{format}");

/// One path component that stands for \a name and for no other: bytes outside [A-Za-z0-9._-], a dot at either end and
/// names some system reserves become %HH; over 100 bytes it is the first 60, '~' and 16 hex digits of the name's
/// SHA-256.
QString pathComponent(const QString &name);

/// First byte of SHA-256(target NUL subject), two hex digits: keeps folders small.
QString shardOf(const TargetKey &target, const SubjectId &subject);

/// What is wrong with a template by itself; empty when nothing is.
QString templateProblem(const QString &path);
/// What is wrong with a folder put before all paths; empty when nothing is.
QString prefixProblem(const QString &prefix);

/// The template with its placeholders filled in, without the partition's prefix.
QString filledPath(const Target &target, const SubjectId &subject);

/// Whether the file of some subject's binding to this target could stand there, below the partition's prefix.
bool couldStandAt(const Target &target, const QString &path);

/// Whether some subjects of the two targets, both in one partition, could mean the same file, or a file where the other
/// needs a folder. Says yes whenever no is not certain.
bool couldShareFile(const Target &a, const Target &b);

} // namespace slipway::catalogue
