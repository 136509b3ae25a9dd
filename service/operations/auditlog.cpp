// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/auditlog.h"

#include "sql/audit.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr int longestValue = 200;
constexpr int longestParameters = 8 * 1024;
constexpr int longestReason = 2'000;
constexpr int rowsPerSealing = 200;

struct ChainEnd {
    qint64 seq = 0;
    QString hash = u"0"_s.repeated(64);

    static ChainEnd read(const database::Row &row) { return { row.number("seq"), row.text("hash") }; }
};

struct Unsealed {
    qint64 id;
    static Unsealed read(const database::Row &row) { return { row.number("id") }; }
};

struct Hash {
    QString text;
    static Hash read(const database::Row &row) { return { row.text("hash") }; }
};

QJsonValue cut(const QJsonValue &value)
{
    if (value.isString())
        return value.toString().left(longestValue);
    if (value.isObject())
        return maskedParameters(value.toObject());
    if (value.isArray()) {
        QJsonArray items;
        for (const QJsonValue &item : value.toArray())
            items.append(cut(item));
        return items;
    }
    return value;
}

} // namespace

QJsonObject maskedParameters(const QJsonObject &parameters)
{
    static const QRegularExpression secret(
        u"token|secret|password|passwd|credential|authorization|cookie|apikey|api_key|private"_s,
        QRegularExpression::CaseInsensitiveOption);
    QJsonObject kept;
    for (auto each = parameters.begin(); each != parameters.end(); ++each)
        kept.insert(each.key().left(longestValue),
                    secret.match(each.key()).hasMatch() ? QJsonValue(u"***"_s) : cut(each.value()));
    return kept;
}

AuditLog::AuditLog(InstanceId instance)
    : m_instance(std::move(instance))
{
}

bool AuditLog::append(database::Transaction &transaction, const AuditEvent &event) const
{
    QString parameters = QString::fromUtf8(QJsonDocument(maskedParameters(event.parameters)).toJson(QJsonDocument::Compact));
    if (parameters.size() > longestParameters)
        parameters = u"{\"cut\":true}"_s;
    return transaction
        .tryInsert("uk_audit_event", sql::audit::append,
                   { { "event", event.eventId },
                     { "actor", event.actor.left(255) },
                     { "action", event.action },
                     { "kind", event.subjectKind },
                     { "ref", event.subjectRef.left(255) },
                     { "outcome", event.outcome },
                     { "reason", event.reason.left(longestReason) },
                     { "parameters", parameters },
                     { "trace", event.traceId },
                     { "instance", m_instance.value() } })
        .has_value();
}

int sealAudit(database::Connection &connection)
{
    return database::inTransaction(connection, "seal-audit", [](database::Transaction &transaction) {
        ChainEnd end = transaction.selectOne<ChainEnd>(sql::audit::end_of_chain).value_or(ChainEnd());
        int sealed = 0;
        for (const Unsealed &row : transaction.select<Unsealed>(sql::audit::unsealed, { { "limit", rowsPerSealing } })) {
            ++end.seq;
            const int matched =
                transaction.affect(sql::audit::seal, { { "id", row.id }, { "seq", end.seq }, { "prev_hash", end.hash } });
            if (matched != 1)
                throw Error(Code::InternalError,
                            u"audit row %1 was sealed by somebody who did not hold the chain's end"_s.arg(row.id));
            end.hash = transaction.selectOne<Hash>(sql::audit::hash_of, { { "id", row.id } })->text;
            ++sealed;
        }
        return sealed;
    });
}

} // namespace slipway::operations
