// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actions/waiting.h"

#include "shared/catalogue/catalogue.h"
#include "sql/operations.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr int usualPriority = 100;

struct TargetOf {
    TargetKey target;
    static TargetOf read(const database::Row &row) { return { row.id<TargetKey>("target_key") }; }
};

int priorityOf(const Services &services, const TargetKey &key)
{
    const auto catalogue = services.targets ? services.targets() : nullptr;
    const catalogue::Target *target = catalogue ? catalogue->find(key) : nullptr;
    return target ? target->priority : usualPriority;
}

} // namespace

std::vector<SeenMember> failedMembers(database::Connection &connection, BatchId batch)
{
    return connection.select<SeenMember>(sql::operations::failed_members, { { "batch", batch.value() } });
}

bool queueAgain(const ActionContext &context, database::Transaction &transaction, const SeenMember &member)
{
    const database::Bindings one { { "operation", member.operation.value() } };
    const auto moved = context.progress().states().move(transaction, member.operation, workflow::Event::RetryQueued,
                                                        context.because(u"put back into line"_s), member.version);
    const auto target = transaction.selectOne<TargetOf>(sql::operations::target_of, one);
    if (moved != workflow::Moved::Flipped || !target)
        return false;
    transaction.affect(sql::operations::clear_request, one);
    const bool isNew = transaction
                           .tryInsert("uk_waiting_operation", sql::operations::wait_again,
                                      { { "priority", priorityOf(context.services(), target->target) },
                                        { "operation", member.operation.value() } })
                           .has_value();
    if (!isNew)
        throw Error(Code::InternalError, u"request %1 failed but still has its waiting row"_s.arg(member.operation.value()));
    return true;
}

} // namespace slipway::operations
