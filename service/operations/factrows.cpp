// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/factrows.h"

#include "service/workflow/text.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::operations {
namespace {

/// A heartbeat comes every five seconds.
constexpr auto deadAfter = 20s;
/// Due for this long without anybody working on it: those who could are gone or swamped.
constexpr auto abandonedAfter = 30s;

workflow::Pair pairFrom(qint64 step, const QString &status)
{
    const auto knownStep = workflow::stepNumbered(step);
    const auto knownStatus = workflow::statusNamed(workflow::view(status.toLatin1()));
    if (!knownStep || !knownStatus)
        throw Error(Code::InternalError, u"a request stands in a pair this version does not know"_s);
    return { *knownStep, *knownStatus };
}

template <class Enum, size_t N>
Enum knownValue(const std::array<std::string_view, N> &names, const QByteArray &name)
{
    const auto value = workflow::named<Enum>(names, workflow::view(name));
    if (!value)
        throw Error(Code::InternalError, u"'%1' is not known to this version"_s.arg(QString::fromLatin1(name)));
    return *value;
}

workflow::BatchStatus statusFrom(qint64 number)
{
    if (number < 1 || number > 4)
        throw Error(Code::InternalError, u"a batch has a status this version does not know"_s);
    return workflow::BatchStatus(number);
}

} // namespace

PartitionFactsRow PartitionFactsRow::read(const database::Row &row)
{
    recovery::PartitionFacts facts;
    facts.key = row.id<PartitionKey>("partition_key");
    facts.mode = row.text("mode");
    facts.reason = row.textOrEmpty("reason");
    facts.changedBy = row.textOrEmpty("changed_by");
    facts.since = row.instant("since");
    facts.gateOwner = row.textOrEmpty("gate_owner");
    return { facts };
}

SlotFactsRow SlotFactsRow::read(const database::Row &row)
{
    const auto status = workflow::text(workflow::nameOf(statusFrom(row.number("status"))));
    return { row.id<PartitionKey>("partition_key"), row.id<BatchId>("id"), status + u", "_s + row.text("phase"),
             row.instant("since") };
}

TaskRow TaskRow::read(const database::Row &row)
{
    const auto heartbeat = row.maybeNumber("heartbeat_age_ms");
    const bool isLeased = row.flag("leased");
    return { .kind = row.text("kind"),
             .reference = row.text("ref"),
             .facts = { .dueAt = row.instant("due_at"),
                        .reads = int(row.number("read_count")),
                        .attempts = int(row.number("attempt")),
                        .why = row.textOrEmpty("last_error"),
                        .isLeased = isLeased,
                        .owner = row.textOrEmpty("lease_owner"),
                        .leaseUntil = row.maybeInstant("lease_until"),
                        .isOwnerAlive = heartbeat && std::chrono::milliseconds(*heartbeat) < deadAfter,
                        .isAbandoned = !isLeased && std::chrono::milliseconds(row.number("overdue_ms")) > abandonedAfter } };
}

ReadingRow ReadingRow::read(const database::Row &row)
{
    auto reading = protocol::RemoteReading::fromJson(row.json("reading"));
    if (reading) {
        reading->readAt = row.instant("read_at");
        reading->readBy = row.text("read_by");
    }
    return { row.text("subject_kind"), row.text("subject_ref"), std::move(reading) };
}

BatchFactsRow BatchFactsRow::read(const database::Row &row)
{
    BatchSight sight;
    sight.facts.id = row.id<BatchId>("id");
    sight.facts.status = statusFrom(row.number("status"));
    sight.facts.phase = knownValue<workflow::Phase>(workflow::phaseNames, row.bytes("phase"));
    if (!row.isNull("members_step"))
        sight.facts.members = pairFrom(row.number("members_step"), row.text("members_status"));
    sight.facts.since = row.instant("updated_at");
    sight.facts.mergeRequest = row.maybeId<MergeRequestIid>("mr_iid");
    sight.facts.failureCode = row.textOrEmpty("failure_code");
    sight.facts.message = row.textOrEmpty("message");
    if (sight.facts.status == workflow::BatchStatus::Blocked)
        sight.facts.blockedBy = row.textOrEmpty("moved_by");
    sight.facts.isFoundMerged = row.flag("found_merged");
    sight.facts.partition.key = row.id<PartitionKey>("partition_key");
    sight.version = row.number("version");
    sight.branch = row.textOrEmpty("branch");
    sight.baseSha = row.textOrEmpty("base_sha");
    sight.headSha = row.textOrEmpty("head_sha");
    sight.mergeSha = row.textOrEmpty("merge_sha");
    return { sight, std::chrono::milliseconds(row.number("age_ms")) };
}

OperationFactsRow OperationFactsRow::read(const database::Row &row)
{
    OperationSight sight;
    sight.facts.id = row.id<OperationId>("operation_id");
    sight.facts.pair = pairFrom(row.number("step_status"), row.text("binding_status"));
    sight.facts.flow = knownValue<workflow::Flow>(workflow::flowNames, row.bytes("flow"));
    sight.facts.since = row.instant("updated_at");
    sight.facts.ownsBinding = row.flag("owns");
    sight.facts.isApproved = row.flag("approved");
    sight.facts.isWithdrawRequested = row.flag("withdraw_requested");
    sight.facts.isQuarantined = row.flag("quarantined");
    sight.facts.mergeRequest = row.maybeId<MergeRequestIid>("mr_iid");
    sight.facts.isTreeMismatch = row.flag("tree_mismatch");
    sight.facts.failureCode = row.textOrEmpty("failure_code");
    sight.facts.failureDetail = row.textOrEmpty("failure_detail");
    sight.facts.approvalId = row.textOrEmpty("approval_id");
    sight.facts.partition.key = row.id<PartitionKey>("partition_key");
    sight.facts.deploy.hasLaterDeploy = row.flag("has_later_deploy");
    sight.version = row.number("version");
    sight.branch = row.textOrEmpty("branch");
    sight.baseSha = row.textOrEmpty("base_sha");
    sight.headSha = row.textOrEmpty("head_sha");
    sight.mergeSha = row.textOrEmpty("merge_sha");
    return { sight, row.maybeId<BatchId>("batch_id"), std::chrono::milliseconds(row.number("age_ms")) };
}

} // namespace slipway::operations
