// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QList>
#include <QString>

namespace slipway::tidy {

/// A file of the tree as the rules see it: where it stands, counted from the project's root, and what it holds.
struct SourceFile {
    QString path;
    QString text;

    bool isIn(QStringView folder) const
    {
        return path.startsWith(folder) && path.size() > folder.size() && path[folder.size()] == QLatin1Char('/');
    }
    bool isCpp() const { return path.endsWith(QLatin1String(".cpp")); }
    bool isCode() const { return isCpp() || path.endsWith(QLatin1String(".h")); }
    bool isSql() const { return path.endsWith(QLatin1String(".sql")); }
};
using SourceFiles = QList<SourceFile>;

/// A rule broken at one place. A rule is a function from files to complaints: it reads nothing itself, so that a
/// planted sample proves that it fires.
struct Complaint {
    QString path;
    int line = 1; ///< From 1.
    QString why; ///< A sentence for whoever has to mend it.

    QString text() const { return QStringLiteral("%1:%2: %3").arg(path).arg(line).arg(why); }
};
using Complaints = QList<Complaint>;

/// All text files below \a root in a fixed order, without what is built, generated at run time, borrowed from others or
/// mere input.
SourceFiles readTree(const QString &root);

/// The line a position of the text stands on, from 1.
int lineOf(QStringView text, qsizetype position);

/// C++ text with comments blanked (and, if wanted, the contents of string literals too); lines and columns stay where
/// they were.
enum class Keep { Strings, CodeOnly };
QString withoutComments(const QString &cpp, Keep keep);

/// SQL text with its "--" comments blanked.
QString sqlWithoutComments(const QString &sql);

} // namespace slipway::tidy
