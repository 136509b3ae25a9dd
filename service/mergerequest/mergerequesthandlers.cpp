// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/mergerequesthandlers.h"

#include "service/contract/partitions.h"
#include "service/contract/services.h"
#include "service/database/transaction.h"
#include "service/workflow/taskqueue.h"
#include "sql/mergerequest.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;

namespace {

struct ActiveBatch {
    BatchId id;
    static ActiveBatch read(const database::Row &row) { return { row.id<BatchId>("id") }; }
};

struct OpenSingle {
    OperationId operation;
    static OpenSingle read(const database::Row &row) { return { row.id<OperationId>("operation_id") }; }
};

/// The merge request's number in a merge request or pipeline event; nothing in any other.
std::optional<qint64> mergeRequestIn(const QJsonObject &event)
{
    QJsonObject part;
    if (event.value("object_kind"_L1) == "merge_request"_L1)
        part = event.value("object_attributes"_L1).toObject();
    else if (event.value("object_kind"_L1) == "pipeline"_L1)
        part = event.value("merge_request"_L1).toObject();
    const qint64 iid = part.value("iid"_L1).toInteger();
    return iid > 0 ? std::optional(iid) : std::nullopt;
}

/// A hook names its project twice; the catalogue knows one of both names.
QVariantList partitionsIn(const Services &services, const QJsonObject &event)
{
    const QJsonObject project = event.value("project"_L1).toObject();
    QVariantList keys;
    for (const QString &name :
         { project.value("path_with_namespace"_L1).toString(), QString::number(project.value("id"_L1).toInteger()) }) {
        for (const PartitionKey &key : partitionsOf(services, name))
            keys.append(key.value());
    }
    return keys;
}

/// Whatever it is about: that it came says that GitLab's hooks reach us.
void noteHook(database::Transaction &transaction, const QVariantList &partitions)
{
    for (const QVariant &partition : partitions) {
        const database::Bindings row { { "partition", partition } };
        if (transaction.affect(sql::mergerequest::see_hook, row) == 0)
            transaction.tryInsert("PRIMARY", sql::mergerequest::insert_hook_seen, row);
    }
}

} // namespace

Reply receiveForgeHook(Services &services, const Request &request)
{
    const QString key = QString::fromUtf8(request.http->header("Idempotency-Key")).left(255);
    const auto iid = mergeRequestIn(request.body);
    const QVariantList partitions = partitionsIn(services, request.body);
    auto &connection = database::Connection::forThisThread(*services.database);
    const Code code = database::inTransaction(connection, "hook.gitlab", [&](database::Transaction &transaction) {
        noteHook(transaction, partitions);
        if (!key.isEmpty()
            && !transaction.tryInsert("uk_callback", sql::mergerequest::insert_hook_receipt, { { "event", key } }))
            return Code::Duplicate;
        if (!iid || partitions.isEmpty())
            return Code::IgnoredStale;
        const database::Bindings found { { "iid", *iid }, { "partitions", partitions } };
        const auto batches = transaction.select<ActiveBatch>(sql::mergerequest::active_batches_of, found);
        for (const ActiveBatch &batch : batches)
            workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::AdvanceBatch, QString::number(batch.id.value()));
        const auto singles = transaction.select<OpenSingle>(sql::mergerequest::singles_with, found);
        for (const OpenSingle &single : singles)
            workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::AdvanceOperation, single.operation.value());
        return batches.empty() && singles.empty() ? Code::IgnoredStale : Code::Ok;
    });
    if (code == Code::Ok)
        services.wakeEngine();
    return { .code = code };
}

} // namespace slipway::mergerequest
