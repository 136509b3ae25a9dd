// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/page.h"
#include "service/contract/services.h"
#include "service/operations/denials.h"
#include "service/operations/findingwords.h"
#include "service/operations/operationshandlers.h"
#include "service/operations/records.h"
#include "service/workflow/text.h"
#include "shared/recovery/action.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

database::Connection &connectionOf(const Services &services) { return database::Connection::forThisThread(*services.database); }

template <class View>
Reply answer(std::vector<View> rows, int limit, const QString &list, QStringList (*end)(const View &))
{
    return Page(std::move(rows), limit)
        .answer(
            list, [](const View &view) { return view.toJson(); }, end);
}

QStringList actionNames()
{
    QStringList names;
    for (const recovery::ActionRow &row : recovery::actionTable)
        names.append(workflow::text(row.name));
    names.append(deniedAttempt);
    return names;
}

} // namespace

Reply listBindings(Services &services, const Request &request)
{
    PageQuery query(request, { u"target"_s, u"subject"_s, u"liveAt"_s });
    BindingFilter filter;
    filter.subject = query.text(u"subject"_s);
    filter.target = query.text(u"target"_s);
    filter.liveAt = query.instant(u"liveAt"_s);
    filter.after = query.cursor(u"bindings"_s, 2);
    filter.limit = query.limit();
    query.finish();
    return answer<protocol::BindingView>(bindingsPage(connectionOf(services), filter), filter.limit, u"bindings"_s,
                                         [](const protocol::BindingView &view) {
                                             return QStringList { view.subject.value(), view.target.value() };
                                         });
}

Reply listApprovals(Services &services, const Request &request)
{
    PageQuery query(request, { u"state"_s, u"operation"_s });
    ApprovalFilter filter;
    if (const auto state = query.oneOf(u"state"_s, approvalStates()))
        filter.state = int(approvalStates().indexOf(*state));
    filter.operation = query.text(u"operation"_s, 36);
    filter.after = query.cursorByTime(u"approvals"_s);
    filter.limit = query.limit();
    query.finish();
    return answer<protocol::ApprovalView>(approvalsPage(connectionOf(services), filter), filter.limit, u"approvals"_s,
                                          [](const protocol::ApprovalView &view) {
                                              return QStringList { toSql(view.createdAt), view.examineId };
                                          });
}

Reply listCards(Services &services, const Request &request)
{
    PageQuery query(request, { u"state"_s, u"examineId"_s });
    CardFilter filter;
    filter.state = query.oneOf(u"state"_s, { u"PENDING"_s, u"SHOWN"_s, u"FAILED"_s, u"FINAL"_s });
    filter.examineId = query.text(u"examineId"_s, 36);
    filter.before = query.cursorByNumber(u"cards"_s);
    filter.limit = query.limit();
    query.finish();
    return answer<protocol::CardView>(cardsPage(connectionOf(services), filter), filter.limit, u"cards"_s,
                                      [](const protocol::CardView &view) { return QStringList { QString::number(view.id) }; });
}

Reply listFindings(Services &services, const Request &request)
{
    PageQuery query(request, { u"state"_s, u"code"_s });
    FindingFilter filter;
    if (const auto state = query.oneOf(u"state"_s, { u"open"_s, u"resolved"_s }))
        filter.isOpen = *state == "open"_L1;
    filter.code = query.text(u"code"_s, 48);
    filter.before = query.cursorByNumber(u"findings"_s);
    filter.limit = query.limit();
    query.finish();
    std::vector<protocol::FindingView> findings = findingsPage(connectionOf(services), filter);
    for (protocol::FindingView &finding : findings) {
        if (finding.detail)
            finding.detail = detailInWords(*finding.detail, request.language);
    }
    return answer<protocol::FindingView>(
        std::move(findings), filter.limit, u"findings"_s,
        [](const protocol::FindingView &view) { return QStringList { QString::number(view.id) }; });
}

Reply listAudit(Services &services, const Request &request)
{
    PageQuery query(request, { u"actor"_s, u"action"_s, u"subjectKind"_s, u"subjectRef"_s, u"since"_s, u"until"_s });
    AuditFilter filter;
    filter.actor = query.text(u"actor"_s);
    filter.action = query.oneOf(u"action"_s, actionNames());
    filter.subjectKind = query.text(u"subjectKind"_s, 16);
    filter.subjectRef = query.text(u"subjectRef"_s, 255);
    filter.since = query.instant(u"since"_s);
    filter.until = query.instant(u"until"_s);
    filter.before = query.cursorByNumber(u"audit"_s);
    filter.limit = query.limit();
    query.finish();
    return answer<protocol::AuditView>(
        auditPage(connectionOf(services), filter), filter.limit, u"audit"_s,
        [](const protocol::AuditView &view) { return QStringList { QString::number(view.id) }; });
}

} // namespace slipway::operations
