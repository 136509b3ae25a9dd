// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/records.h"

#include "service/contract/page.h"
#include "sql/operations.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using database::Row;

QString sqlOrNull(const std::optional<Instant> &at) { return at ? toSql(*at) : QString(); }

protocol::BindingView bindingFrom(const Row &row)
{
    protocol::BindingView view { .subject = row.id<SubjectId>("subject_id"),
                                 .target = row.id<TargetKey>("target_key"),
                                 .bindingStatus = row.text("status"),
                                 .operation = row.id<OperationId>("operation_id"),
                                 .effectiveOperation = row.maybeId<OperationId>("effective_operation_id"),
                                 .effectiveParameters = std::nullopt,
                                 .effectiveExpiresAt = row.maybeInstant("effective_expires_at"),
                                 .version = row.number("version"),
                                 .updatedAt = row.instant("updated_at") };
    if (!row.isNull("effective_params"))
        view.effectiveParameters = row.json("effective_params");
    return view;
}

protocol::ApprovalView approvalFrom(const Row &row)
{
    return { .examineId = row.text("examine_id"),
             .operation = row.id<OperationId>("operation_id"),
             .round = int(row.number("round")),
             .provider = row.text("provider"),
             .state = approvalStates().value(row.number("state")),
             .rule = row.text("rule"),
             .decidedBy = row.maybeText("decided_by"),
             .decidedAt = row.maybeInstant("decided_at"),
             .sentAt = row.maybeInstant("sent_at"),
             .remindedAt = row.maybeInstant("reminded_at"),
             .expiresAt = row.maybeInstant("expires_at"),
             .version = row.number("version"),
             .createdAt = row.instant("created_at") };
}

protocol::FindingView findingFrom(const Row &row)
{
    return { .id = row.number("id"),
             .code = row.text("code"),
             .subject = row.text("subject"),
             .detail = row.maybeText("detail"),
             .seenCount = row.number("seen_count"),
             .firstSeenAt = row.instant("first_seen_at"),
             .lastSeenAt = row.instant("last_seen_at"),
             .resolvedAt = row.maybeInstant("resolved_at"),
             .resolvedBy = row.maybeText("resolved_by") };
}

protocol::AuditView auditFrom(const Row &row)
{
    return { .id = row.number("id"),
             .eventId = row.text("event_id"),
             .at = row.instant("at"),
             .actor = row.text("actor"),
             .action = row.text("action"),
             .subjectKind = row.text("subject_kind"),
             .subjectRef = row.text("subject_ref"),
             .outcome = row.text("outcome"),
             .reason = row.maybeText("reason"),
             .parameters = row.json("parameters"),
             .traceId = row.maybeText("trace_id"),
             .seq = row.maybeNumber("seq") };
}

protocol::CardView cardFrom(const Row &row)
{
    return { .id = row.number("id"),
             .examineId = row.text("examine_id"),
             .type = row.number("card_type") == 0 ? u"approval"_s : u"notice"_s,
             .recipient = row.text("recipient"),
             .desiredRevision = int(row.number("desired_revision")),
             .shownRevision = int(row.number("shown_revision")),
             .state = row.text("state"),
             .attempt = int(row.number("attempt")),
             .lastError = row.maybeText("last_error"),
             .createdAt = row.instant("created_at"),
             .updatedAt = row.instant("updated_at") };
}

template <class View>
std::vector<View> read(database::Connection &connection, const database::Statement &statement,
                       const database::Bindings &bindings, View (*view)(const Row &))
{
    std::vector<View> all;
    connection.run(statement, bindings, [&](const Row &row) { all.push_back(view(row)); });
    return all;
}

} // namespace

QStringList approvalStates() { return { u"pending"_s, u"accepted"_s, u"rejected"_s, u"withdrawn"_s, u"expired"_s }; }

std::vector<protocol::BindingView> bindingsPage(database::Connection &connection, const BindingFilter &filter)
{
    database::Bindings bindings { { "after_subject", filter.after ? filter.after->at(0) : u""_s },
                                  { "after_target", filter.after ? filter.after->at(1) : u""_s },
                                  { "subject", filter.subject.value_or(QString()) },
                                  { "target", filter.target.value_or(QString()) },
                                  { "limit", filter.limit + 1 } };
    if (!filter.liveAt)
        return read(connection, sql::operations::bindings_page, bindings, &bindingFrom);
    bindings.add("at", toSql(*filter.liveAt));
    return read(connection, sql::operations::bindings_at, bindings, &bindingFrom);
}

std::vector<protocol::ApprovalView> approvalsPage(database::Connection &connection, const ApprovalFilter &filter)
{
    return read(connection, sql::operations::approvals_page,
                { { "state", database::nullable(filter.state) },
                  { "operation", filter.operation.value_or(QString()) },
                  { "before", filter.after ? filter.after->at(0) : endOfTime() },
                  { "before_id", filter.after ? filter.after->at(1) : endOfIds() },
                  { "limit", filter.limit + 1 } },
                &approvalFrom);
}

std::vector<protocol::CardView> cardsPage(database::Connection &connection, const CardFilter &filter)
{
    return read(connection, sql::operations::cards_page,
                { { "before", filter.before },
                  { "state", filter.state.value_or(QString()) },
                  { "examine", filter.examineId.value_or(QString()) },
                  { "limit", filter.limit + 1 } },
                &cardFrom);
}

std::vector<protocol::FindingView> findingsPage(database::Connection &connection, const FindingFilter &filter)
{
    return read(connection, sql::operations::findings_page,
                { { "before", filter.before },
                  { "code", filter.code.value_or(QString()) },
                  { "open", database::nullable(filter.isOpen ? std::optional(*filter.isOpen ? 1 : 0) : std::nullopt) },
                  { "limit", filter.limit + 1 } },
                &findingFrom);
}

std::vector<protocol::AuditView> auditPage(database::Connection &connection, const AuditFilter &filter)
{
    return read(connection, sql::operations::audit_page,
                { { "before", filter.before },
                  { "actor", filter.actor.value_or(QString()) },
                  { "action", filter.action.value_or(QString()) },
                  { "kind", filter.subjectKind.value_or(QString()) },
                  { "ref", filter.subjectRef.value_or(QString()) },
                  { "since", sqlOrNull(filter.since) },
                  { "until", sqlOrNull(filter.until) },
                  { "limit", filter.limit + 1 } },
                &auditFrom);
}

} // namespace slipway::operations
