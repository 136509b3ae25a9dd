// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/remotereader.h"

#include "service/contract/partitions.h"
#include "service/forge/forge.h"
#include "service/forge/forgehealth.h"
#include "sql/operations.h"

#include <QJsonDocument>
#include <QSemaphore>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr int readersAtOnce = 4;

/// A seat among those who may wait for the forge.
class Seat {
public:
    Seat()
    {
        if (!seats().tryAcquire(1, 2000))
            throw Error(Code::Unavailable, u"all seats for reading the forge are taken"_s)
                .withRetryAfter(std::chrono::seconds(2));
    }
    ~Seat() { seats().release(); }
    Seat(const Seat &) = delete;
    Seat &operator=(const Seat &) = delete;

private:
    static QSemaphore &seats()
    {
        static QSemaphore all(readersAtOnce);
        return all;
    }
};

protocol::BotApproval approvalOf(forge::Forge &forge, const forge::Project &project, MergeRequestIid iid, forge::Bot bot,
                                 protocol::RemoteReading &reading)
{
    protocol::BotApproval approval { .bot = forge::nameOf(bot), .hasApproved = std::nullopt, .mayApprove = std::nullopt };
    try {
        const forge::Approvals approvals = forge.approvals(project, iid, bot);
        reading.approvedBy = approvals.approvedBy;
        approval.hasApproved = approvals.userHasApproved;
        if (!approval.hasApproved)
            approval.hasApproved = approvals.approvedBy.contains(forge.whoAmI(bot).username);
        approval.mayApprove = approvals.userCanApprove;
    } catch (const Error &) {
        // A refused token shows here as "not known"; the other facts are worth showing all the same.
    }
    return approval;
}

void readMore(forge::Forge &forge, const forge::Project &project, const forge::MergeRequest &mergeRequest,
              protocol::RemoteReading &reading)
{
    reading.mergeRequest = mergeRequest.iid;
    reading.state = mergeRequest.state;
    reading.detailedStatus = mergeRequest.detailedStatus;
    reading.hasConflicts = mergeRequest.hasConflicts;
    reading.head = mergeRequest.head.value();
    if (mergeRequest.state == "merged"_L1)
        reading.mergeCommit = mergeRequest.mergeCommit.value_or(mergeRequest.head).value();
    reading.by = mergeRequest.state == "merged"_L1 ? mergeRequest.mergedBy
        : mergeRequest.state == "closed"_L1        ? mergeRequest.closedBy
                                                   : QString();
    for (const forge::Pipeline &pipeline : forge.pipelines(project, mergeRequest.iid))
        reading.pipelines.push_back({ .id = pipeline.id,
                                      .sha = pipeline.sha.value(),
                                      .status = pipeline.status,
                                      .source = pipeline.source,
                                      .ref = pipeline.ref });
    for (const forge::Bot bot : { forge::Bot::ReviewerOne, forge::Bot::ReviewerTwo })
        reading.bots.push_back(approvalOf(forge, project, mergeRequest.iid, bot, reading));
}

} // namespace

RemoteReader::RemoteReader(const Services &services)
    : m_services(services)
{
}

QStringList RemoteReader::calls(std::optional<MergeRequestIid> mergeRequest)
{
    if (!mergeRequest)
        return { u"GET merge requests of the branch"_s };
    const QString path = u"GET merge_requests/%1"_s.arg(mergeRequest->value());
    return { path, path + u"/pipelines"_s, path + u"/approvals"_s };
}

protocol::RemoteReading RemoteReader::read(const Place &place) const
{
    const Seat seat;
    if (!m_services.forge)
        throw Error(Code::Unavailable, u"no forge is configured"_s);
    forge::Forge &forge = *m_services.forge;
    const forge::Project project = projectOf(m_services, place.partition);
    protocol::RemoteReading reading;
    std::optional<forge::MergeRequest> found;
    if (place.mergeRequest) {
        found = forge.mergeRequest(project, *place.mergeRequest);
    } else if (!place.branch.isEmpty()) {
        // Its creation may never have been recorded.
        const auto all = forge.mergeRequestsFrom(project, place.branch);
        found = all.empty() ? std::nullopt : std::optional(all.front());
    }
    reading.state = u"absent"_s;
    if (found)
        readMore(forge, project, *found, reading);
    if (const auto head = forge.branchHead(project, project.targetBranch)) {
        reading.targetHead = head->value();
        reading.isTargetMoved = !place.baseSha.isEmpty() && place.baseSha != head->value();
    }
    return reading;
}

protocol::RemoteReading RemoteReader::read(const BatchSight &batch) const
{
    return read({ batch.facts.partition.key, batch.facts.mergeRequest, batch.branch, batch.baseSha });
}

protocol::RemoteReading RemoteReader::read(const OperationSight &operation) const
{
    return read({ operation.facts.partition.key, operation.facts.mergeRequest, operation.branch, operation.baseSha });
}

void keepReading(database::Transaction &transaction, const QString &kind, const QString &reference,
                 const protocol::RemoteReading &reading, const QString &by)
{
    const QString json = QString::fromUtf8(QJsonDocument(reading.toJson()).toJson(QJsonDocument::Compact));
    const database::Bindings row {
        { "kind", kind },
        { "ref", reference },
        { "mr_iid", reading.mergeRequest ? QVariant(reading.mergeRequest->value()) : QVariant(QMetaType::fromType<qint64>()) },
        { "reading", json },
        { "by", by }
    };
    if (!transaction.tryInsert("PRIMARY", sql::operations::insert_reading, row))
        transaction.affect(sql::operations::renew_reading, row);
}

} // namespace slipway::operations
