// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/intakestore.h"

#include "service/contract/page.h"
#include "service/intake/canonical.h"
#include "service/workflow/text.h"
#include "shared/protocol/change.h"
#include "sql/engine.h"
#include "sql/intake.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace slipway::intake {
namespace {

using database::Bindings;
using database::Connection;
using database::Row;
using database::Transaction;

/// All keys of this route live in one scope: an operation id is one of a kind, whoever sent it.
const QString submitScope = u"submit"_s;

workflow::Pair pairFrom(qint64 step, const QByteArray &status)
{
    const auto knownStep = workflow::stepNumbered(step);
    const auto knownStatus = workflow::statusNamed(workflow::view(status));
    if (!knownStep || !knownStatus)
        throw Error(Code::InternalError, u"a request stands in a pair this version does not know"_s);
    return { *knownStep, *knownStatus };
}

struct StoredAnswer {
    QString fingerprint;
    QJsonObject answer;
    static StoredAnswer read(const Row &row) { return { row.text("fingerprint"), row.json("response_body") }; }
};

struct FirstState {
    QString fingerprint;
    workflow::Pair pair;
    static FirstState read(const Row &row) { return { row.text("fingerprint"), readPair(row) }; }
};

struct DueTask {
    std::optional<Instant> at;
    static DueTask read(const Row &row) { return { row.maybeInstant("due_at") }; }
};

struct PlaceRow {
    QueueFacts facts;
    static PlaceRow read(const Row &row)
    {
        return { { .position = int(row.number("place")),
                   .slotHolder = row.maybeId<BatchId>("slot_holder"),
                   .isPaused = row.maybeNumber("paused").value_or(0) != 0 } };
    }
};

struct Backlog {
    qint64 waiting;
    static Backlog read(const Row &row) { return { row.number("waiting") }; }
};

Bindings keyOf(const SubjectId &subject, const TargetKey &target)
{
    return { { "subject", subject.value() }, { "target", target.value() } };
}

Bindings answerRow(const FirstAnswer &answer)
{
    return { { "scope", submitScope },
             { "key", answer.key.value() },
             { "requester", answer.requester },
             { "fingerprint", answer.fingerprint },
             { "operation", answer.key.value() },
             { "status", rowOf(Code::Accepted).httpStatus },
             { "body", QString::fromUtf8(canonicalJson(answer.answer)) },
             { "hours", answer.hours } };
}

} // namespace

workflow::Pair readPair(const Row &row) { return pairFrom(row.number("step_status"), row.bytes("binding_status")); }

QJsonObject standingOf(const OperationId &operation, workflow::Pair pair, qint64 version)
{
    return protocol::Accepted { .operation = operation,
                                .bindingStatus = workflow::text(workflow::nameOf(pair.status)),
                                .step = protocol::StepView::of(pair.step),
                                .version = version }
        .toJson();
}

QJsonObject answerOf(const OperationId &operation, workflow::Pair began) { return standingOf(operation, began, 1); }

std::optional<EarlierUse> findEarlierUse(Connection &connection, const OperationId &key)
{
    if (auto stored =
            connection.selectOne<StoredAnswer>(sql::intake::find_answer, { { "scope", submitScope }, { "key", key.value() } }))
        return EarlierUse { stored->fingerprint, stored->answer };
    const auto first = connection.selectOne<FirstState>(sql::intake::find_first_state, { { "operation", key.value() } });
    if (!first)
        return std::nullopt;
    return EarlierUse { first->fingerprint, answerOf(key, first->pair) };
}

BindingRow BindingRow::read(const Row &row)
{
    const workflow::Pair pair = readPair(row);
    if (workflow::text(workflow::nameOf(pair.status)) != row.text("status"))
        throw Error(Code::InternalError, u"binding and operation %1 disagree"_s.arg(row.text("operation_id")));
    BindingRow binding { .operation = row.id<OperationId>("operation_id"),
                         .version = row.number("version"),
                         .requester = row.text("requester"),
                         .predecessor = row.textOrEmpty("replaces_operation_id"),
                         .standing = { pair, {} } };
    if (!row.isNull("effective_operation_id"))
        binding.standing.effective =
            Effective { row.maybeText("effective_params").value_or(u"{}"_s), row.maybeInstant("effective_expires_at") };
    return binding;
}

std::optional<BindingRow> findBinding(Connection &connection, const SubjectId &subject, const TargetKey &target)
{
    return connection.selectOne<BindingRow>(sql::intake::find_binding, keyOf(subject, target));
}

std::optional<BindingRow> findBinding(Transaction &transaction, const SubjectId &subject, const TargetKey &target)
{
    return transaction.selectOne<BindingRow>(sql::intake::find_binding, keyOf(subject, target));
}

bool storeFirstAnswer(Transaction &transaction, const FirstAnswer &answer)
{
    return transaction.tryInsert("uk_idempotency", sql::intake::insert_answer, answerRow(answer)).has_value();
}

void storeFirstAnswer(database::Packet &packet, const FirstAnswer &answer)
{
    packet.add(sql::intake::insert_answer, answerRow(answer));
}

ChangeRow ChangeRow::read(const Row &row)
{
    return { .operation = row.id<OperationId>("operation_id"),
             .requester = row.text("requester"),
             .subject = row.id<SubjectId>("subject_id"),
             .target = row.id<TargetKey>("target_key"),
             .kind = row.text("kind"),
             .flow = row.text("flow"),
             .parameters = row.json("params"),
             .reason = row.text("reason"),
             .expiresAt = row.maybeInstant("expires_at"),
             .pair = readPair(row),
             .version = row.number("version"),
             .batch = row.maybeId<BatchId>("batch_id"),
             .createdAt = row.instant("created_at"),
             .updatedAt = row.instant("updated_at") };
}

ChangeDetail ChangeDetail::read(const Row &row)
{
    return { .change = ChangeRow::read(row),
             .partition = row.id<PartitionKey>("partition_key"),
             .mergeRequest = row.maybeId<MergeRequestIid>("mr_iid"),
             .project = row.textOrEmpty("project"),
             .withdrawRequested = row.flag("withdraw_requested"),
             .ownsBinding = row.flag("owns"),
             .hasRunOut = row.flag("has_run_out"),
             .removedAtItsEnd = row.flag("removed_at_end") };
}

std::optional<ChangeDetail> findChange(Connection &connection, const OperationId &operation)
{
    return connection.selectOne<ChangeDetail>(sql::intake::find_change, { { "operation", operation.value() } });
}

HistoryRow HistoryRow::read(const Row &row)
{
    HistoryRow history { .at = row.instant("at"),
                         .event = row.text("event"),
                         .cause = row.text("cause"),
                         .from = std::nullopt,
                         .to = pairFrom(row.number("to_step"), row.bytes("to_status")),
                         .isInferred = row.flag("is_inferred") };
    if (!row.isNull("from_step"))
        history.from = pairFrom(row.number("from_step"), row.bytes("from_status"));
    return history;
}

std::vector<HistoryRow> historyOf(Connection &connection, const OperationId &operation)
{
    return connection.select<HistoryRow>(sql::intake::history_of_change, { { "operation", operation.value() } });
}

std::optional<Instant> nextLookAt(Connection &connection, const OperationId &operation, std::optional<BatchId> batch)
{
    QStringList references { operation.value() };
    if (batch)
        references.append(QString::number(batch->value()));
    return connection.selectOne<DueTask>(sql::intake::next_look, { { "refs", references } })->at;
}

std::optional<QueueFacts> placeInLine(Connection &connection, const OperationId &operation)
{
    const auto place = connection.selectOne<PlaceRow>(sql::intake::place_in_line, { { "operation", operation.value() } });
    return place ? std::optional(place->facts) : std::nullopt;
}

std::vector<ChangeRow> changesOf(Connection &connection, const ChangeFilter &filter)
{
    return connection.select<ChangeRow>(sql::intake::changes_of_person,
                                        { { "person", filter.person },
                                          { "before", filter.after ? filter.after->at(0) : endOfTime() },
                                          { "before_operation", filter.after ? filter.after->at(1) : endOfIds() },
                                          { "status", filter.status.value_or(QString()) },
                                          { "target", filter.target.value_or(QString()) },
                                          { "limit", filter.limit } });
}

qint64 dueBacklog(Connection &connection, qint64 most)
{
    return connection.selectOne<Backlog>(sql::engine::due_backlog, { { "most", most } })->waiting;
}

} // namespace slipway::intake
