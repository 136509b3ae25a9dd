// SPDX-License-Identifier: GPL-3.0-only
#include "service/reconciliation/reconciliationhandlers.h"

#include "service/contract/callbackbody.h"
#include "service/contract/partitions.h"
#include "service/contract/services.h"
#include "service/reconciliation/markvalidated.h"
#include "service/workflow/taskqueue.h"
#include "sql/reconciliation.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

namespace slipway::reconciliation {

using namespace Qt::StringLiterals;
using workflow::Event;

namespace {

struct Incoming {
    QString event;
    QString project;
    bool succeeded = true;
    QString sha;
    std::optional<qint64> mergeRequest;
    QStringList operations;
};

Incoming parsed(const QJsonObject &json)
{
    CallbackBody body(json);
    Incoming incoming { .event = body.text("eventId", 255), .project = body.text("project", 255) };
    const QString result = body.text("result", 16);
    if (result != "success"_L1 && result != "failed"_L1)
        body.refuse("result", "unknown_value");
    incoming.succeeded = result == "success"_L1;
    incoming.sha = body.optionalText("sha", 64).toLower();
    static const QRegularExpression oid(u"\\A[0-9a-f]{40}\\z"_s);
    if (!incoming.sha.isEmpty() && !oid.match(incoming.sha).hasMatch())
        body.refuse("sha", "must_be_40_hex_digits");
    incoming.mergeRequest = body.optionalNumber("mrIid");
    incoming.operations = body.optionalTexts("operationIds", 1000, 36);
    body.finish();
    return incoming;
}

struct Awaiting {
    QString reference;
    static Awaiting read(const database::Row &row) { return { row.text("reference") }; }
};

bool store(database::Transaction &transaction, const Incoming &incoming, const PartitionKey &partition, const QString &event)
{
    return transaction
        .tryInsert(
            "uk_deploy_receipt", sql::reconciliation::insert_deploy_receipt,
            { { "project", incoming.project },
              { "event", event },
              { "partition", partition.value() },
              { "mr_iid", incoming.mergeRequest ? QVariant(*incoming.mergeRequest) : QVariant(QMetaType::fromType<qint64>()) },
              { "sha", incoming.sha.isEmpty() ? QString() : incoming.sha },
              { "operations",
                QString::fromUtf8(
                    QJsonDocument(QJsonArray::fromStringList(incoming.operations)).toJson(QJsonDocument::Compact)) },
              { "result", incoming.succeeded ? u"success"_s : u"failed"_s } })
        .has_value();
}

/// Named one by one: needs no further proof.
bool markNamed(database::Transaction &transaction, const workflow::StateMover &states, const Incoming &incoming)
{
    bool flipped = false;
    for (const QString &operation : incoming.operations) {
        const auto moved =
            states.move(transaction, OperationId(operation), incoming.succeeded ? Event::Deployed : Event::DeployFailed,
                        { workflow::Cause::Deploy, {}, u"the deploy pipeline named it"_s });
        flipped = flipped || moved == workflow::Moved::Flipped;
    }
    return flipped;
}

} // namespace

Reply receiveDeploy(Services &services, const Request &request)
{
    const Incoming incoming = parsed(request.body);
    const auto partitions = partitionsOf(services, incoming.project);
    if (partitions.isEmpty())
        return { .code = Code::IgnoredStale };
    const workflow::StateMover states(services.instance);
    auto &connection = database::Connection::forThisThread(*services.database);
    const Code code = database::inTransaction(
        connection, "callback.deploy",
        [&](database::Transaction &transaction) {
            bool changed = false;
            for (const PartitionKey &partition : partitions) {
                // One receipt per partition: the event id alone would let only the first one in.
                const QString event = partitions.size() == 1 ? incoming.event : incoming.event + u'@' + partition.value();
                if (!store(transaction, incoming, partition, event.left(255)))
                    return Code::Duplicate;
                for (const Awaiting &each : transaction.select<Awaiting>(sql::reconciliation::awaiting_proof,
                                                                         { { "partition", partition.value() } })) {
                    workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::MatchDeploy, each.reference);
                    changed = true;
                }
            }
            changed = markNamed(transaction, states, incoming) || changed;
            return changed ? Code::Ok : Code::IgnoredStale;
        },
        [&](database::Connection &again) -> std::optional<Code> {
            // Receipt and tasks were written together; finding the one proves the other.
            const int found =
                again.run(sql::reconciliation::deploy_receipt_of,
                          { { "project", incoming.project }, { "event", incoming.event } }, [](const database::Row &) {});
            return found > 0 ? std::optional(Code::Ok) : std::nullopt;
        });
    services.wakeEngine();
    return { .code = code };
}

} // namespace slipway::reconciliation
