// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/hotconfig.h"
#include "service/contract/partitions.h"
#include "service/mergerequest/steps.h"
#include "service/workflow/taskqueue.h"
#include "shared/config/keytable.h"
#include "sql/mergerequest.h"

#include <QLoggingCategory>

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

Q_LOGGING_CATEGORY(lcBranch, "slipway.mergerequest")

constexpr milliseconds whileItIsOpen { 60'000 };
constexpr milliseconds longestPause { 60'000 };
/// A refusal that stays one has a reason that people know.
constexpr int mostRefusals = 5;

struct Leftover {
    PartitionKey partition;
    QString branch;
    forge::Oid head;
    milliseconds age;

    static Leftover read(const database::Row &row)
    {
        return { row.id<PartitionKey>("partition_key"), row.text("branch"), forge::Oid(row.text("head_sha")),
                 milliseconds(row.number("age_ms")) };
    }
};

std::optional<Leftover> leftoverOf(StepContext &context)
{
    const QString &reference = context.task().reference;
    if (const auto request = workflow::TaskQueue::operationIn(reference))
        return context.database().selectOne<Leftover>(sql::mergerequest::branch_of_request,
                                                      { { "operation", request->value() } });
    return context.database().selectOne<Leftover>(sql::mergerequest::branch_of_batch, { { "batch", reference.toLongLong() } });
}

/// Nothing: nobody needs the branch any more. Otherwise when to look again, and why.
std::optional<Next> whoNeedsIt(StepContext &context, const forge::Project &project, const Leftover &leftover)
{
    bool isClosed = false;
    for (const forge::MergeRequest &each : context.services().forge->mergeRequestsFrom(project, leftover.branch)) {
        if (each.state == "closed"_L1)
            isClosed = true;
        else if (each.state != "merged"_L1)
            return Next::again(whileItIsOpen, u"!%1 is %2"_s.arg(each.iid.value()).arg(each.state));
    }
    const auto kept = context.services().config->duration(key("branch.keepClosedMs"));
    if (isClosed && leftover.age < kept)
        return Next::again(kept - leftover.age, u"somebody may re-open its merge request"_s);
    return std::nullopt;
}

} // namespace

Next cleanBranch(StepContext &context)
{
    const auto leftover = leftoverOf(context);
    if (!leftover)
        return Next::finished();
    forge::Forge &forge = *context.services().forge;
    const forge::Project project = projectOf(context.services(), leftover->partition);
    const auto head = forge.branchHead(project, leftover->branch);
    if (!head)
        return Next::finished(); // As a rule GitLab has removed it with the merge.
    if (*head != leftover->head) {
        qCInfo(lcBranch, "branch %s stays: it holds %s, which is not ours", qPrintable(leftover->branch),
               qPrintable(head->value()));
        return Next::finished();
    }
    if (const auto wait = whoNeedsIt(context, project, *leftover))
        return *wait;
    // GitLab knows no condition on a deletion: between the read above and this call lies a moment nobody can close.
    const forge::Outcome outcome = forge.deleteBranch(project, leftover->branch);
    const int tries = context.task().reads;
    if (outcome.kind == forge::Outcome::Kind::Refused && tries >= mostRefusals) {
        qCWarning(lcBranch, "branch %s stays: %s", qPrintable(leftover->branch), qPrintable(outcome.text));
        return Next::finished();
    }
    // Whatever the answer was, the next look says whether it is still there.
    const milliseconds pause = std::min(milliseconds(500) * (1 << std::min(tries, 10)), longestPause);
    return Next::poll(outcome.retryAfter.value_or(pause), u"deleted; reading it: "_s + outcome.text);
}

} // namespace slipway::mergerequest
