// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/program/aftermath.h"

#include "tests/support/await.h"
#include "tests/support/brokenrules.h"

#include <QSet>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::support {

namespace {

constexpr database::Statement openWork {
    "test/open_work",
    "SELECT (SELECT COUNT(*) FROM workflow_task) + (SELECT COUNT(*) FROM merge_batch WHERE status IN (1, 4)) AS n"
};
constexpr database::Statement batchesWithRequest { "test/batches_with_request",
                                                   "SELECT COUNT(*) AS n FROM merge_batch WHERE mr_iid IS NOT NULL" };

qint64 numberOf(const database::Settings &settings, const database::Statement &statement)
{
    qint64 n = 0;
    database::Connection(settings).run(statement, {}, [&](const database::Row &row) { n = row.number("n"); });
    return n;
}

} // namespace

bool Aftermath::awaitRest()
{
    return await([this] { return numberOf(m_stack.databaseSettings(), openWork) == 0; }, 30s);
}

QStringList Aftermath::doubledEffects()
{
    QStringList complaints;
    const qint64 batches = numberOf(m_stack.databaseSettings(), batchesWithRequest);
    const qint64 requests = m_stack.twin().effectCounts()["create_mr"_L1].toInteger();
    if (batches != requests)
        complaints.append(u"%1 merge requests were opened for %2 batches"_s.arg(requests).arg(batches));
    // One approval per bot and head, one merge per merge request.
    for (const QString &kind : { u"approve"_s, u"merge"_s }) {
        QSet<QString> seen;
        for (const QJsonObject &effect : m_stack.twin().effects(u"kind="_s + kind)) {
            const QString what = kind == "merge"_L1 ? u"!%1"_s.arg(effect["iid"_L1].toInteger())
                                                    : u"!%1 at %2 by %3"_s.arg(effect["iid"_L1].toInteger())
                                                          .arg(effect["sha"_L1].toString(), effect["user"_L1].toString());
            if (seen.contains(what))
                complaints.append(u"%1 happened twice: %2"_s.arg(kind, what));
            seen.insert(what);
        }
    }
    return complaints;
}

QStringList Aftermath::leftovers()
{
    QStringList complaints;
    const QJsonArray projects = m_stack.twin().get(u"/state"_s)["projects"_L1].toArray();
    for (const QJsonValue &project : projects) {
        for (const QString &branch : project["branches"_L1].toObject().keys()) {
            if (branch != StageFiles::branch)
                complaints.append(u"branch %1 was left behind"_s.arg(branch));
        }
        for (const QJsonValue &request : project["merge_requests"_L1].toArray()) {
            if (request["state"_L1].toString() != "merged"_L1)
                complaints.append(
                    u"merge request !%1 is %2"_s.arg(request["iid"_L1].toInteger()).arg(request["state"_L1].toString()));
        }
    }
    return complaints;
}

QStringList Aftermath::complaints()
{
    QStringList complaints;
    if (!awaitRest())
        complaints.append(u"tasks or batches are still open half a minute after the last request was VALIDATED"_s);
    return complaints + doubledEffects() + leftovers() + brokenRules(m_stack.databaseSettings());
}

} // namespace slipway::support
