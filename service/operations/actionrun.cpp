// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionrun.h"

#include "service/operations/actionregistry.h"
#include "service/workflow/text.h"
#include "sql/operations.h"

#include <QCryptographicHash>
#include <QLoggingCategory>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

Q_LOGGING_CATEGORY(lcRuns, "slipway.operations", QtInfoMsg)

constexpr const char *failed = QT_TRANSLATE_NOOP("Action", "It failed on our side. Try again; the audit names the trace.");
constexpr const char *planChanged =
    QT_TRANSLATE_NOOP("Action", "What would be done is no longer what was confirmed. Look again and decide anew.");
constexpr const char *doneBefore = QT_TRANSLATE_NOOP("Action", "It was done before the process that did it died.");

struct AuditedOutcome {
    QString outcome;
    static AuditedOutcome read(const database::Row &row) { return { row.text("outcome") }; }
};

struct OverdueAction {
    QString id, action, requestedBy;
    qint64 version;
    static OverdueAction read(const database::Row &row)
    {
        return { row.text("action_id"), row.text("action"), row.text("requested_by"), row.number("version") };
    }
};

recovery::Action knownAction(const QString &name)
{
    const auto action = recovery::actionNamed(workflow::view(name.toLatin1()));
    if (!action)
        throw Error(Code::InternalError, u"the action %1 is not known to this version"_s.arg(name));
    return *action;
}

Doer doerOf(const ActionRow &row) { return { row.requestedBy, row.reason, row.parameters, row.action, row.id, row.traceId }; }

} // namespace

ActionRun::ActionRun(Services &services, database::Connection &connection, ActionRow row, std::vector<PlannedItem> plans)
    : m_services(services)
    , m_connection(connection)
    , m_row(std::move(row))
    , m_plans(std::move(plans))
    , m_context(services, connection, doerOf(m_row))
{
}

QJsonArray ActionRun::carryOn()
{
    QJsonArray results = m_row.results;
    for (auto index = size_t(results.size()); index < m_row.plan.size(); ++index) {
        const ActionTarget target { m_row.plan[index].type, m_row.plan[index].id, std::nullopt };
        results.append(storedOutcome(target, outcomeAt(index)));
        if (index + 1 < m_row.plan.size())
            saveResults(m_connection, m_row.id, results);
    }
    const bool anyFailed =
        std::ranges::any_of(results, [](const QJsonValue &each) { return each["outcome"_L1] == "FAILED"_L1; });
    database::inTransaction(m_connection, "action.finish", [&](database::Transaction &transaction) {
        // Somebody else carried it on as well: theirs stands.
        if (!finishAction(transaction, m_row.id, anyFailed ? u"FAILED"_s : u"DONE"_s, results)) {
            transaction.rollback();
            return;
        }
        for (const QJsonValue &each : std::as_const(results))
            m_context.audit(transaction, { each["type"_L1].toString(), each["id"_L1].toString(), std::nullopt }, u"ended"_s,
                            each["outcome"_L1].toString());
    });
    return results;
}

std::optional<ActionOutcome> ActionRun::earlierOutcome(const ActionTarget &target)
{
    const QString event = ActionContext::auditEvent(m_row.id, target, u"ended"_s);
    const auto audited = m_connection.selectOne<AuditedOutcome>(sql::operations::audited_outcome, { { "event", event } });
    if (!audited)
        return std::nullopt;
    return ActionOutcome { audited->outcome, {}, { QString::fromLatin1(doneBefore) } };
}

ActionOutcome ActionRun::outcomeAt(size_t index)
{
    const protocol::ActionItem &confirmed = m_row.plan[index];
    const ActionTarget target { confirmed.type, confirmed.id, std::nullopt };
    if (auto earlier = earlierOutcome(target))
        return *earlier;
    const recovery::Action name = knownAction(m_row.action);
    const RecoveryAction *action = actionFor(name);
    if (!action)
        throw Error(Code::InternalError, u"the action %1 is not offered by this version"_s.arg(m_row.action));
    const PlannedItem planned = index < m_plans.size() ? m_plans[index] : action->plan(m_context, target);
    protocol::ActionItem now = itemOf(name, planned, Language::English);
    now.needsSecond = confirmed.needsSecond; // Whether two are asked for was decided when it was asked.
    if (fingerprintOf(now) != fingerprintOf(confirmed))
        return { u"PREEMPTED"_s, u"PLAN_CHANGED"_s, { QString::fromLatin1(planChanged) } };
    return isTried(planned) ? tryOnce(*action, planned) : untried(planned);
}

ActionOutcome ActionRun::tryOnce(const RecoveryAction &action, const PlannedItem &planned)
{
    try {
        return action.apply(m_context, planned);
    } catch (const Error &error) {
        qCWarning(lcRuns).noquote() << "the action" << m_row.action << "failed at" << planned.target.type << planned.target.id
                                    << ":" << error.what();
        return { u"FAILED"_s, {}, { QString::fromLatin1(failed) } };
    }
}

Next runAction(StepContext &context)
{
    auto row = actionById(context.database(), context.task().reference);
    if (!row || row->state != "RUNNING"_L1)
        return Next::finished();
    ActionRun(context.services(), context.database(), std::move(*row)).carryOn();
    return Next::finished();
}

void enqueueRun(database::Transaction &transaction, const QString &actionId, std::chrono::milliseconds delay)
{
    workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::RunAction, actionId, delay);
}

int expireActions(Services &services, database::Connection &connection)
{
    int expired = 0;
    for (const OverdueAction &overdue : connection.select<OverdueAction>(sql::operations::overdue_actions)) {
        const ActionContext context(
            services, connection,
            { overdue.requestedBy, u"nobody confirmed it in time"_s, {}, overdue.action, overdue.id, {} });
        expired += database::inTransaction(connection, "action.expire", [&](database::Transaction &transaction) {
            if (transaction.affect(sql::operations::expire_action,
                                   { { "action_id", overdue.id }, { "version", overdue.version } })
                != 1) {
                transaction.rollback();
                return 0;
            }
            context.audit(transaction, { u"action"_s, overdue.id, std::nullopt }, u"expired"_s, u"EXPIRED"_s);
            return 1;
        });
    }
    return expired;
}

} // namespace slipway::operations
