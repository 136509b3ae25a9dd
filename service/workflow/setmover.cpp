// SPDX-License-Identifier: GPL-3.0-only
#include "service/workflow/setmover.h"

#include "service/workflow/text.h"
#include "sql/workflow.h"

#include <QHash>

#include <algorithm>

namespace slipway::workflow {

using database::Bindings;
using database::Transaction;

namespace {

constexpr size_t longestList = 500;

struct SetStamp {
    QString text;
    static SetStamp read(const database::Row &row) { return { row.text("stamp") }; }
};

} // namespace

SetMover::SetMover(InstanceId instance)
    : m_instance(std::move(instance))
{
}

void SetMover::inChunks(const std::vector<Member> &members, const std::function<void(const QVariantList &)> &each)
{
    for (size_t first = 0; first < members.size(); first += longestList) {
        QVariantList ids;
        for (size_t i = first; i < std::min(members.size(), first + longestList); ++i)
            ids.append(members[i].operation.value());
        each(ids);
    }
}

bool SetMover::lock(Transaction &transaction, const std::vector<Member> &members, Pair from) const
{
    QHash<QString, std::optional<qint64>> wanted;
    for (const Member &member : members)
        wanted.insert(member.operation.value(), member.version);
    qsizetype standing = 0;
    inChunks(members, [&](const QVariantList &ids) {
        transaction.run(sql::workflow::lock_operations, { { "operations", ids } }, [&](const database::Row &row) {
            const auto version = wanted.value(row.text("operation_id"));
            standing += row.number("step_status") == qint64(from.step)
                && row.text("binding_status") == text(nameOf(from.status)) && (!version || *version == row.number("version"));
        });
    });
    return standing == qsizetype(members.size()) && wanted.size() == standing;
}

bool SetMover::move(Transaction &transaction, const std::vector<Member> &members, Pair from, Event event,
                    const Because &because) const
{
    const auto to = next(from, event);
    if (!to)
        throw Error(Code::InternalError,
                    QStringLiteral("%1 leads nowhere from %2").arg(text(nameOf(event)), text(nameOf(from.step))));
    if (!lock(transaction, members, from))
        return false;
    const QString stamp = transaction.selectOne<SetStamp>(sql::workflow::stamp)->text;
    const QString fromStatus = text(nameOf(from.status));
    const QString toStatus = text(nameOf(to->status));
    int operations = 0, bindings = 0;
    inChunks(members, [&](const QVariantList &ids) {
        operations += transaction.affect(sql::workflow::move_set,
                                         { { "operations", ids },
                                           { "from_step", qint32(from.step) },
                                           { "from_status", fromStatus },
                                           { "to_step", qint32(to->step) },
                                           { "to_status", toStatus },
                                           { "stamp", stamp } });
        bindings += transaction.affect(
            sql::workflow::move_set_bindings,
            { { "operations", ids }, { "from_status", fromStatus }, { "to_status", toStatus }, { "stamp", stamp } });
        transaction.affect(sql::workflow::record_set_moves,
                           { { "event", text(nameOf(event)) },
                             { "cause", text(nameOf(because.cause)) },
                             { "from_step", qint32(from.step) },
                             { "from_status", fromStatus },
                             { "actor", notNull(because.actor) },
                             { "detail", because.detail },
                             { "instance", m_instance.value() },
                             { "operations", ids } });
        if (to->status == Status::Merged && from.status != Status::Merged)
            transaction.affect(sql::workflow::set_takes_effect, { { "operations", ids } });
    });
    return operations == int(members.size()) && bindings == operations;
}

} // namespace slipway::workflow
