// SPDX-License-Identifier: GPL-3.0-only
#include "service/workflow/statemover.h"

#include "service/workflow/text.h"
#include "sql/workflow.h"

namespace slipway::workflow {
namespace {

using database::Bindings;
using database::Row;
using database::Transaction;

struct Standing {
    Pair pair;
    qint64 version;

    static Standing read(const Row &row)
    {
        const auto step = stepNumbered(row.number("step_status"));
        const auto status = statusNamed(view(row.bytes("binding_status")));
        if (!step || !status)
            throw Error(Code::InternalError, QStringLiteral("an operation stands in a pair this version does not know"));
        return { { *step, *status }, row.number("version") };
    }
};

struct Owned {
    Status status;

    static Owned read(const Row &row)
    {
        const auto status = statusNamed(view(row.bytes("status")));
        if (!status)
            throw Error(Code::InternalError, QStringLiteral("a binding has a status this version does not know"));
        return { *status };
    }
};

struct Stamp {
    QString text;
    static Stamp read(const Row &row) { return { row.text("stamp") }; }
};

QVariant nullable(const std::optional<Instant> &at) { return at ? QVariant(toSql(*at)) : QVariant(QString()); }

Pair beginOf(Event event)
{
    const auto pair = begin(event);
    if (!pair)
        throw Error(Code::InternalError, QStringLiteral("no attempt begins with %1").arg(text(nameOf(event))));
    return *pair;
}

Bindings operationRow(const NewOperation &operation, Pair pair, const QString &replaces)
{
    return { { "operation", operation.id.value() },
             { "fingerprint", operation.fingerprint },
             { "requester", operation.requester },
             { "subject", operation.subject.value() },
             { "target", operation.target.value() },
             { "kind", text(nameOf(operation.kind)) },
             { "flow", text(nameOf(operation.flow)) },
             { "params", operation.parameters },
             { "reason", operation.reason },
             { "expires_at", nullable(operation.expiresAt) },
             { "partition", operation.partition.value() },
             { "step", qint32(pair.step) },
             { "status", text(nameOf(pair.status)) },
             { "replaces", replaces } };
}

Bindings bindingRow(const NewOperation &operation, Pair pair)
{
    return { { "subject", operation.subject.value() },
             { "target", operation.target.value() },
             { "operation", operation.id.value() },
             { "status", text(nameOf(pair.status)) },
             { "expires_at", nullable(operation.expiresAt) } };
}

} // namespace

StateMover::StateMover(InstanceId instance)
    : m_instance(std::move(instance))
{
}

Bindings StateMover::historyRow(const OperationId &operation, std::optional<Pair> from, Event event,
                                const Because &because) const
{
    return { { "operation", operation.value() },
             { "event", text(nameOf(event)) },
             { "cause", text(nameOf(because.cause)) },
             { "from_step", from ? QVariant(qint32(from->step)) : QVariant(QMetaType::fromType<qint32>()) },
             { "from_status", from ? QVariant(text(nameOf(from->status))) : QVariant(QString()) },
             { "actor", notNull(because.actor) },
             { "detail", because.detail },
             { "instance", m_instance.value() } };
}

void StateMover::record(Transaction &transaction, const OperationId &operation, std::optional<Pair> from, Event event,
                        const Because &because) const
{
    transaction.affect(sql::workflow::record_move, historyRow(operation, from, event, because));
}

StateMover::Began StateMover::begin(Transaction &transaction, const NewOperation &operation,
                                    const std::optional<ReplacedBinding> &replaced, Event event, const Because &because) const
{
    const Pair pair = beginOf(event);
    const QString replaces = replaced ? replaced->operation.value() : QString();
    if (!transaction.tryInsert("PRIMARY", sql::workflow::insert_operation, operationRow(operation, pair, replaces)))
        return Began::OperationExists;

    Bindings row = bindingRow(operation, pair);
    if (!replaced) {
        if (!transaction.tryInsert("uk_binding", sql::workflow::insert_binding, row))
            return Began::BindingTaken;
    } else {
        row.add("replaced", replaced->operation.value());
        row.add("replaced_status", text(nameOf(replaced->status)));
        row.add("version", replaced->version);
        if (transaction.affect(sql::workflow::reset_binding, row) != 1)
            return Began::BindingTaken;
    }
    record(transaction, operation.id, std::nullopt, event, because);
    return Began::Begun;
}

void StateMover::begin(database::Packet &packet, const NewOperation &operation, Event event, const Because &because) const
{
    const Pair pair = beginOf(event);
    packet.add(sql::workflow::insert_operation, operationRow(operation, pair, {}));
    packet.add(sql::workflow::insert_binding, bindingRow(operation, pair));
    packet.add(sql::workflow::record_move, historyRow(operation.id, std::nullopt, event, because));
}

Moved StateMover::move(Transaction &transaction, const OperationId &operation, Event event, const Because &because,
                       std::optional<qint64> only) const
{
    const auto standing =
        transaction.selectOne<Standing>(sql::workflow::lock_operation, { { "operation", operation.value() } });
    if (!standing)
        return Moved::Unknown;
    const auto owned = transaction.selectOne<Owned>(sql::workflow::lock_binding, { { "operation", operation.value() } });
    const auto to = next(standing->pair, event);
    if (!owned || owned->status != standing->pair.status || (only && *only != standing->version))
        return Moved::Stale;
    if (!to) {
        const bool there = std::ranges::any_of(transitions, [&](const Transition &row) {
            return row.on == event && row.to == standing->pair.step
                && row.status.value_or(standing->pair.status) == standing->pair.status;
        });
        return there ? Moved::AlreadyThere : Moved::Stale;
    }

    const int operations = transaction.affect(sql::workflow::move_operation,
                                              { { "operation", operation.value() },
                                                { "from_step", qint32(standing->pair.step) },
                                                { "from_status", text(nameOf(standing->pair.status)) },
                                                { "to_step", qint32(to->step) },
                                                { "to_status", text(nameOf(to->status)) },
                                                { "version", standing->version } });
    const int bindings = transaction.affect(sql::workflow::move_binding,
                                            { { "operation", operation.value() },
                                              { "from_status", text(nameOf(standing->pair.status)) },
                                              { "to_status", text(nameOf(to->status)) } });
    if (operations != 1 || bindings != 1)
        throw Error(Code::InternalError, QStringLiteral("locked rows of operation %1 moved").arg(operation.value()));
    record(transaction, operation, standing->pair, event, because);
    if (to->status == Status::Merged && standing->pair.status != Status::Merged)
        transaction.affect(sql::workflow::take_effect, { { "operation", operation.value() } });
    return Moved::Flipped;
}

int StateMover::moveMembers(Transaction &transaction, BatchId batch, Pair from, Event event, const Because &because) const
{
    const auto to = next(from, event);
    if (!to) {
        throw Error(Code::InternalError,
                    QStringLiteral("%1 leads nowhere from %2").arg(text(nameOf(event)), text(nameOf(from.step))));
    }
    const QString stamp = transaction.selectOne<Stamp>(sql::workflow::stamp)->text;
    const QString fromStatus = text(nameOf(from.status));
    const QString toStatus = text(nameOf(to->status));
    const int operations = transaction.affect(sql::workflow::move_members,
                                              { { "batch", batch.value() },
                                                { "from_step", qint32(from.step) },
                                                { "from_status", fromStatus },
                                                { "to_step", qint32(to->step) },
                                                { "to_status", toStatus },
                                                { "stamp", stamp } });
    if (operations == 0)
        return 0;
    const Bindings moved {
        { "batch", batch.value() }, { "to_step", qint32(to->step) }, { "to_status", toStatus }, { "stamp", stamp }
    };
    Bindings bindings = moved;
    bindings.add("from_status", fromStatus);
    const int owned = transaction.affect(sql::workflow::move_member_bindings, bindings);
    Bindings history = moved;
    history.add("event", text(nameOf(event)));
    history.add("cause", text(nameOf(because.cause)));
    history.add("from_step", qint32(from.step));
    history.add("from_status", fromStatus);
    history.add("actor", notNull(because.actor));
    history.add("detail", because.detail);
    history.add("instance", m_instance.value());
    const int recorded = transaction.affect(sql::workflow::record_member_moves, history);
    if (owned != operations || recorded != operations) {
        throw Error(Code::InternalError,
                    QStringLiteral("batch %1: %2 operations moved, but %3 bindings and %4 history rows")
                        .arg(batch.value())
                        .arg(operations)
                        .arg(owned)
                        .arg(recorded));
    }
    if (to->status == Status::Merged && from.status != Status::Merged)
        transaction.affect(sql::workflow::members_take_effect,
                           { { "batch", batch.value() }, { "to_step", qint32(to->step) }, { "stamp", stamp } });
    return operations;
}

} // namespace slipway::workflow
