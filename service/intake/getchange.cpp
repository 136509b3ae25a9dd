// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/bootsettings.h"
#include "service/intake/intakehandlers.h"
#include "service/intake/intakestore.h"
#include "service/intake/numbers.h"
#include "service/intake/readers.h"
#include "service/intake/submission.h"
#include "service/intake/timeline.h"
#include "service/intake/views.h"
#include "service/workflow/text.h"
#include "shared/clock.h"

using namespace Qt::StringLiterals;

namespace slipway::intake {
namespace {

constexpr qint64 longestWaitMs = 25'000;

struct Polling {
    std::optional<qint64> afterVersion;
    std::chrono::milliseconds wait { 0 };

    static Polling of(const Request &request)
    {
        QList<FieldProblem> problems;
        Polling polling;
        polling.afterVersion = numberIn(request, u"afterVersion", 0, std::numeric_limits<qint32>::max(), problems);
        polling.wait = std::chrono::milliseconds(numberIn(request, u"waitMs", 0, longestWaitMs, problems).value_or(0));
        if (!problems.isEmpty())
            throw fieldError(Code::InvalidRequest, problems);
        return polling;
    }
};

/// Weak: the place in line and the next look move without a version. The language is part of what is shown.
QByteArray entityTag(qint64 version, Language language)
{
    return "W/\"" + QByteArray::number(version) + (language == Language::SimplifiedChinese ? "-zh\"" : "-en\"");
}

bool holdsTag(const QByteArray &ifNoneMatch, const QByteArray &tag)
{
    const auto opaque = [](QByteArray each) {
        each = each.trimmed();
        return each.startsWith("W/") ? each.sliced(2) : each;
    };
    const auto offered = ifNoneMatch.split(',');
    return std::ranges::any_of(offered,
                               [&](const QByteArray &each) { return each.trimmed() == "*" || opaque(each) == opaque(tag); });
}

/// The answer that nothing changed, and leave to wait for a change as long as the client has time left.
Reply unchanged(const ChangeRow &change, const QByteArray &tag, std::chrono::milliseconds left)
{
    Reply reply;
    reply.httpStatus = 304;
    reply.headers.emplace_back("ETag", tag);
    if (left.count() > 0)
        reply.longPoll = Reply::LongPoll { change.operation.value(), change.version, left };
    return reply;
}

std::optional<protocol::MergeRequest> mergeRequestOf(const Services &services, const ChangeDetail &detail,
                                                     const catalogue::Catalogue *catalogue)
{
    if (!detail.mergeRequest)
        return std::nullopt;
    QString project = detail.project;
    const catalogue::Partition *partition = catalogue ? catalogue->partition(detail.partition) : nullptr;
    if (project.isEmpty() && partition)
        project = partition->project;
    return protocol::MergeRequest::at(services.boot ? services.boot->forge.url : QString(), project, *detail.mergeRequest);
}

std::vector<protocol::TimelineEntry> timelineOf(const std::vector<HistoryRow> &history, Language language)
{
    std::vector<protocol::TimelineEntry> timeline;
    for (const HistoryRow &row : history) {
        protocol::TimelineEntry &entry =
            timeline.emplace_back(protocol::TimelineEntry { .at = row.at,
                                                            .cause = row.cause,
                                                            .fromStep = std::nullopt,
                                                            .toStep = protocol::StepView::of(row.to.step),
                                                            .fromStatus = std::nullopt,
                                                            .toStatus = workflow::text(workflow::nameOf(row.to.status)),
                                                            .text = timelineText(row.event, row.isInferred, language) });
        if (row.from) {
            entry.fromStep = protocol::StepView::of(row.from->step);
            entry.fromStatus = workflow::text(workflow::nameOf(row.from->status));
        }
    }
    return timeline;
}

protocol::Guidance adviceOn(database::Connection &connection, const ChangeDetail &detail, bool viewerDecides, Language language,
                            Instant since)
{
    const ChangeRow &change = detail.change;
    GuidanceFacts facts { .pair = change.pair,
                          .kind = change.kind == "unbind"_L1 ? workflow::RequestKind::Unbind : workflow::RequestKind::Bind,
                          .withdrawRequested = detail.withdrawRequested,
                          .viewerDecides = viewerDecides,
                          .ownsBinding = detail.ownsBinding,
                          .hasRunOut = detail.hasRunOut,
                          .removedAtItsEnd = detail.removedAtItsEnd,
                          .queue = {} };
    if (change.pair.step == workflow::Step::Queued)
        facts.queue = placeInLine(connection, change.operation);
    const auto nextLook = nextLookAt(connection, change.operation, change.batch);
    return inWords(guidanceFor(facts), facts, language, since, nextLook);
}

} // namespace

Reply getChange(Services &services, const Request &request)
{
    const Reader reader = Reader::of(request);
    const Polling polling = Polling::of(request);
    const QString id = request.arguments().value(0);
    auto &connection = database::Connection::forThisThread(*services.database);
    const auto detail = isOperationId(id) ? findChange(connection, OperationId(id)) : std::nullopt;
    const auto catalogue = catalogueOf(services);
    const catalogue::Target *target = detail && catalogue ? catalogue->find(detail->change.target) : nullptr;
    // Not allowed to see it and not there are one answer.
    if (!detail || !mayRead(reader, detail->change.requester, detail->change.subject, target))
        throw Error(Code::NotFound, u"no operation %1 for this reader"_s.arg(id));

    const ChangeRow &change = detail->change;
    const QByteArray tag = entityTag(change.version, request.language);
    const auto waited =
        std::chrono::duration_cast<std::chrono::milliseconds>(services.clock->steady() - request.http->received);
    const auto left = polling.wait - waited;
    if (polling.afterVersion && change.version <= *polling.afterVersion)
        return unchanged(change, tag, left);
    if (holdsTag(request.http->header("If-None-Match"), tag))
        return unchanged(change, tag, left);

    const auto history = historyOf(connection, change.operation);
    const Instant since = history.empty() ? change.updatedAt : history.back().at;
    const bool decides = target && target->approval.provider == catalogue::Provider::BuiltIn
        && target->approval.approvers.contains(reader.account);
    const protocol::Change page { .summary = summaryOf(change),
                                  .guidance = adviceOn(connection, *detail, decides, request.language, since),
                                  .mergeRequest = mergeRequestOf(services, *detail, catalogue.get()),
                                  .timeline = timelineOf(history, request.language) };
    Reply reply;
    reply.data = page.toJson();
    reply.headers.emplace_back("ETag", tag);
    return reply;
}

} // namespace slipway::intake
