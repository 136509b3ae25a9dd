// SPDX-License-Identifier: GPL-3.0-only
#include "tests/tidy/directionrules.h"

#include <QMap>
#include <QRegularExpression>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace slipway::tidy {

namespace {

const QString stage = u"a stage"_s;

// What each folder may include beside itself and shared/. The generated statements (sql/…) belong to those who may use
// the database. A folder that is missing here is complained about, so that nobody adds one without deciding where it
// stands.
const QMap<QString, QStringList> &allowed()
{
    static const QStringList belowStages {
        u"service/database"_s, u"service/outbound"_s, u"service/forge"_s, u"service/configuration"_s,
        u"service/workflow"_s, u"service/contract"_s, u"sql"_s,
    };
    static const QStringList belowApplication = belowStages + QStringList { stage, u"service/httpserver"_s };
    static const QMap<QString, QStringList> table {
        { u"shared"_s, {} },
        { u"sql"_s, {} },
        { u"service/httpserver"_s, {} },
        { u"service/outbound"_s, {} },
        { u"service/database"_s, { u"sql"_s } },
        { u"service/forge"_s, { u"service/outbound"_s } },
        { u"service/configuration"_s, { u"sql"_s, u"service/database"_s } },
        { u"service/workflow"_s, { u"sql"_s, u"service/database"_s } },
        { u"service/contract"_s,
          { u"sql"_s, u"service/database"_s, u"service/workflow"_s, u"service/configuration"_s, u"service/forge"_s,
            u"service/httpserver"_s } },
        { stage, belowStages },
        { u"service/engine"_s, belowStages + QStringList { stage } },
        { u"service/http"_s, belowApplication },
        { u"service"_s, belowApplication + QStringList { u"service/engine"_s, u"service/http"_s } },
        { u"console"_s, {} },
        { u"tests/twin"_s, { u"service/httpserver"_s, u"service/forge"_s } },
    };
    return table;
}

// "service/intake" for service/intake/x.h, "service" for service/main.cpp, "shared" for anything below shared/.
QString folderOf(const QString &path)
{
    const QStringList parts = path.split(u'/');
    if (parts.size() < 2)
        return {};
    const bool hasParts = parts[0] == "service"_L1 || parts[0] == "tests"_L1;
    return hasParts && parts.size() > 2 ? parts[0] + u'/' + parts[1] : parts[0];
}

QString roleOf(const QString &folder)
{
    static const QStringList stages { u"service/intake"_s,       u"service/approval"_s,       u"service/batching"_s,
                                      u"service/mergerequest"_s, u"service/reconciliation"_s, u"service/operations"_s };
    return stages.contains(folder) ? stage : folder;
}

} // namespace

Complaints includesInTheRightDirection(const SourceFile &file)
{
    const QString folder = folderOf(file.path);
    const bool judged =
        folder == "shared"_L1 || folder == "console"_L1 || folder == "tests/twin"_L1 || folder.startsWith("service"_L1);
    if (!file.isCode() || !judged)
        return {};
    if (!allowed().contains(roleOf(folder)))
        return { { file.path, 1,
                   u"no rule says what %1/ may include: decide it in tests/tidy/directionrules.cpp"_s.arg(folder) } };

    Complaints complaints;
    static const QRegularExpression include(u"^[ \\t]*#[ \\t]*include[ \\t]+\"([^\"]+)\""_s,
                                            QRegularExpression::MultilineOption);
    for (auto it = include.globalMatch(file.text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        const int line = lineOf(file.text, match.capturedStart(1));
        const QString other = folderOf(match.captured(1));
        if (other.isEmpty()) {
            if (!match.captured(1).endsWith(".moc"_L1))
                complaints.append({ file.path, line, u"includes are written from the project's root"_s });
            continue;
        }
        if (other == folder || other == "shared"_L1 || allowed()[roleOf(folder)].contains(roleOf(other)))
            continue;
        const QString why = roleOf(folder) == stage && roleOf(other) == stage
            ? u"stages meet in the database and never include each other: %1 must not include %2"_s
            : u"against the direction of dependency: %1 must not include %2"_s;
        complaints.append({ file.path, line, why.arg(folder, other) });
    }
    return complaints;
}

} // namespace slipway::tidy
