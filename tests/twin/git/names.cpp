// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/git/names.h"

#include <QRegularExpression>

#include <algorithm>

namespace slipway::twin {

using namespace Qt::StringLiterals;

bool isBranchName(const QString &name)
{
    static const QRegularExpression taboo(u"[\\x00-\\x20~^:?*\\[\\\\\\x7f]|\\.\\.|@\\{|//|\\A[-/.]|/\\.|[/.]\\z|\\.lock\\z"_s);
    return !name.isEmpty() && name.size() <= 240 && !taboo.match(name).hasMatch();
}

bool isNewBranchName(const QString &name)
{
    static const QRegularExpression other(u"\\A(HEAD|refs/(heads|remotes)/.*|[0-9a-f]{40})\\z"_s);
    return isBranchName(name) && !other.match(name).hasMatch();
}

bool isFilePath(const QString &path)
{
    if (path.contains(QChar(0)))
        return false;
    const QStringList parts = path.split(u'/');
    return std::none_of(parts.begin(), parts.end(), [](const QString &part) {
        return part.isEmpty() || part == "."_L1 || part == ".."_L1 || part.compare(".git"_L1, Qt::CaseInsensitive) == 0;
    });
}

} // namespace slipway::twin
