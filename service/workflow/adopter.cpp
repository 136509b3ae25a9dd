// SPDX-License-Identifier: GPL-3.0-only
#include "service/workflow/adopter.h"

#include "service/workflow/text.h"
#include "sql/workflow.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace slipway::workflow {

using namespace Qt::StringLiterals;
using database::Transaction;

namespace {

constexpr Pair landed = *begin(Event::Adopted);
constexpr Pair inForce = *next(landed, Event::Deployed);
constexpr qint64 lastVersion = 2;

QString rowsOf(const std::vector<FoundBinding> &found)
{
    QJsonArray rows;
    for (const FoundBinding &each : found) {
        QJsonObject row { { u"operation"_s, each.operation.value() }, { u"fingerprint"_s, each.fingerprint },
                          { u"subject"_s, each.subject.value() },     { u"target"_s, each.target.value() },
                          { u"parameters"_s, each.parameters },       { u"reason"_s, each.reason } };
        if (each.expiresAt)
            row.insert(u"expires"_s, toSql(*each.expiresAt));
        if (each.replaces)
            row.insert(u"replaces"_s, each.replaces->value());
        rows.append(row);
    }
    return QString::fromUtf8(QJsonDocument(rows).toJson(QJsonDocument::Compact));
}

QVariantList idsOf(const std::vector<FoundBinding> &found)
{
    QVariantList ids;
    for (const FoundBinding &each : found)
        ids.append(each.operation.value());
    return ids;
}

} // namespace

Adopter::Adopter(InstanceId instance, Source source)
    : m_instance(std::move(instance))
    , m_source(std::move(source))
{
}

bool Adopter::insertOperations(Transaction &transaction, const std::vector<FoundBinding> &found) const
{
    return transaction
        .tryInsert("PRIMARY", sql::workflow::adopt_operations,
                   { { "requester", u"system:adopt"_s },
                     { "partition", m_source.partition.value() },
                     { "step", qint32(inForce.step) },
                     { "status", text(nameOf(inForce.status)) },
                     { "version", lastVersion },
                     { "approver", m_source.actor },
                     { "commit", m_source.commit },
                     { "rows", rowsOf(found) } })
        .has_value();
}

void Adopter::record(Transaction &transaction, const QVariantList &operations) const
{
    const auto move = [&](qint64 version, Event event, std::optional<Pair> from, Pair to) {
        const int recorded =
            transaction.affect(sql::workflow::record_adoption,
                               { { "version", version },
                                 { "event", text(nameOf(event)) },
                                 { "from_step", from ? QVariant(qint32(from->step)) : QVariant(QMetaType::fromType<qint32>()) },
                                 { "to_step", qint32(to.step) },
                                 { "from_status", from ? QVariant(text(nameOf(from->status))) : QVariant(QString()) },
                                 { "to_status", text(nameOf(to.status)) },
                                 { "actor", m_source.actor },
                                 { "detail", u"found at %1"_s.arg(m_source.commit) },
                                 { "instance", m_instance.value() },
                                 { "operations", operations } });
        if (recorded != operations.size())
            throw Error(Code::InternalError, u"%1 of %2 adoptions were recorded"_s.arg(recorded).arg(operations.size()));
    };
    move(1, Event::Adopted, std::nullopt, landed);
    move(lastVersion, Event::Deployed, landed, inForce);
}

bool Adopter::adopt(Transaction &transaction, const std::vector<FoundBinding> &found) const
{
    const QVariantList ids = idsOf(found);
    if (!insertOperations(transaction, found)
        || !transaction.tryInsert("uk_binding", sql::workflow::adopt_bindings, { { "operations", ids } }))
        return false;
    record(transaction, ids);
    return true;
}

bool Adopter::adopt(Transaction &transaction, const FoundBinding &found, const ReplacedBinding &replaced) const
{
    FoundBinding successor = found;
    successor.replaces = replaced.operation;
    if (!insertOperations(transaction, { successor })
        || transaction.affect(sql::workflow::readopt_binding,
                              { { "operation", found.operation.value() },
                                { "replaced", replaced.operation.value() },
                                { "version", replaced.version } })
            != 1)
        return false;
    record(transaction, { found.operation.value() });
    return true;
}

} // namespace slipway::workflow
