// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/mergegate.h"

#include "service/configuration/hotconfig.h"
#include "service/contract/freeze.h"
#include "service/workflow/text.h"
#include "shared/clock.h"
#include "shared/config/keytable.h"
#include "sql/mergerequest.h"
#include "sql/workflow.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;

namespace {

struct Gate {
    QString mode;
    QString owner;
    static Gate read(const database::Row &row) { return { row.text("mode"), row.textOrEmpty("gate_owner") }; }
};

} // namespace

QString enterMergeGate(StepContext &context)
{
    const Services &services = context.services();
    const PartitionKey partition = context.row().partition;
    if (isFrozen(*services.config, services.clock->now()))
        return u"a freeze window is on"_s;
    const auto lease = services.config->duration(key("budget.mergeMs"));
    return context.write("gate.enter", [&](database::Transaction &transaction) {
        transaction.tryInsert("PRIMARY", sql::workflow::ensure_partition, { { "partition", partition.value() } });
        const int taken = transaction.affect(sql::mergerequest::take_gate,
                                             { { "owner", context.landing().reference() },
                                               { "lease_us", workflow::microseconds(lease) },
                                               { "partition", partition.value() } });
        if (taken == 1)
            return QString();
        const auto gate = transaction.selectOne<Gate>(sql::mergerequest::gate_state, { { "partition", partition.value() } });
        return gate && gate->mode == "OPEN"_L1 ? u"waits for %1 to merge"_s.arg(gate->owner)
                                               : u"the partition is paused or halted"_s;
    });
}

} // namespace slipway::mergerequest
