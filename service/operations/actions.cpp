// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/hotconfig.h"
#include "service/operations/actionregistry.h"
#include "service/operations/actionrun.h"
#include "service/operations/operationshandlers.h"
#include "service/workflow/text.h"
#include "shared/config/keytable.h"

#include <QUuid>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

/// More targets than these are worked off in the background when the forge has to be asked for each.
constexpr qsizetype inOneBreath = 5;
/// An action whose process died is carried on by another one after this long.
constexpr std::chrono::seconds presumedDead { 60 };

constexpr const char *awaitsSecond = QT_TRANSLATE_NOOP("Action", "It waits for a second person, who confirms or rejects it.");
constexpr const char *inBackground = QT_TRANSLATE_NOOP("Action", "It is being done; its page shows how far it is.");

/// One operator's request, from the plan to the answer.
class Execution {
public:
    Execution(Services &services, const Request &request, const ActionRequest &asked)
        : m_services(services)
        , m_request(request)
        , m_asked(asked)
        , m_connection(database::Connection::forThisThread(*services.database))
        , m_name(*recovery::actionNamed(workflow::view(asked.action.toLatin1())))
        , m_action(*actionFor(m_name))
        , m_actionId(QUuid::createUuid().toString(QUuid::WithoutBraces))
        , m_context(services, m_connection,
                    { request.identity->account, asked.reason, asked.parameters, asked.action, m_actionId, request.traceId })
    {
    }

    Reply preview()
    {
        plan();
        Reply reply;
        reply.data = shown(m_request.language).toJson();
        return reply;
    }

    Reply execute()
    {
        if (auto earlier = replayed())
            return *earlier;
        plan();
        const protocol::ActionPlan now = shown(Language::English);
        if (now.planHash != m_asked.planHash) {
            recordAll(u"refused"_s, u"PLAN_CHANGED"_s);
            throw Error(Code::PlanChanged, u"the plan is not the one that was confirmed"_s, shown(m_request.language).toJson());
        }
        const bool needsSecond = std::ranges::any_of(now.items, [](const auto &item) { return item.needsSecond; });
        const bool isLong = m_action.asksTheForge() && m_asked.targets.size() > inOneBreath;
        if (!begin(now.items, needsSecond, isLong)) {
            if (auto earlier = replayed())
                return *earlier;
            throw Error(Code::Unavailable, u"the key's winner cannot be read yet"_s).withRetryAfter(std::chrono::seconds(1));
        }
        if (needsSecond || isLong) {
            m_context.wake();
            return answer(*actionById(m_connection, m_actionId));
        }
        ActionRun(m_services, m_connection, *actionById(m_connection, m_actionId), m_plan).carryOn();
        return answer(*actionById(m_connection, m_actionId));
    }

private:
    void plan()
    {
        for (const ActionTarget &target : m_asked.targets)
            m_plan.push_back(m_action.plan(m_context, target));
    }

    protocol::ActionPlan shown(Language language) const
    {
        protocol::ActionPlan whole;
        for (const PlannedItem &planned : m_plan)
            whole.items.push_back(itemOf(m_name, planned, language));
        whole.planHash = planHashOf(m_asked.action, m_asked.parameters, whole.items);
        return whole;
    }

    /// The answer this key got before; the same key for something else, or by somebody else, is a mistake.
    std::optional<Reply> replayed() const
    {
        const auto earlier = m_asked.requestKey.isEmpty() ? std::nullopt : actionByKey(m_connection, m_asked.requestKey);
        if (!earlier)
            return std::nullopt;
        if (earlier->requestedBy != m_request.identity->account || earlier->action != m_asked.action
            || earlier->planHash != m_asked.planHash)
            throw Error(Code::IdempotencyKeyReused, u"action %1 has that key"_s.arg(earlier->id));
        Reply reply = answer(*earlier);
        reply.headers.emplace_back("Idempotent-Replayed", "true");
        return reply;
    }

    Reply answer(const ActionRow &row) const
    {
        protocol::ActionAnswer whole { .actionId = row.id, .state = row.state, .planHash = row.planHash, .items = {} };
        whole.items = resultsFrom(row.results, m_request.language);
        for (size_t i = whole.items.size(); i < row.plan.size(); ++i)
            whole.items.push_back(*resultFrom(
                storedOutcome({ row.plan[i].type, row.plan[i].id, std::nullopt }, pending(row, i)), m_request.language));
        Reply reply;
        reply.data = whole.toJson();
        return reply;
    }

    /// What is said of a target nobody has come to yet.
    static ActionOutcome pending(const ActionRow &row, size_t index)
    {
        if (row.state == "AWAITING_SECOND"_L1 && row.plan[index].outcome == "WOULD_DO"_L1)
            return { u"AWAITING_SECOND"_s, u"AWAITING_SECOND"_s, { QString::fromLatin1(awaitsSecond) } };
        if (row.state == "AWAITING_SECOND"_L1)
            return { row.plan[index].outcome, row.plan[index].code.value_or(QString()), { row.plan[index].text } };
        return { u"STARTED"_s, u"IN_BACKGROUND"_s, { QString::fromLatin1(inBackground) } };
    }

    void recordAll(const QString &moment, const QString &outcome) const
    {
        database::inTransaction(m_connection, "action.refuse", [&](database::Transaction &transaction) {
            for (const ActionTarget &target : m_asked.targets)
                m_context.audit(transaction, target, moment, outcome);
        });
    }

    /// The action, what the audit says of its beginning, and the task that carries it on stand or fall together.
    bool begin(const std::vector<protocol::ActionItem> &items, bool needsSecond, bool isLong)
    {
        const NewAction action { .id = m_actionId,
                                 .request = m_asked,
                                 .plan = items,
                                 .state = needsSecond ? u"AWAITING_SECOND"_s : u"RUNNING"_s,
                                 .results = {},
                                 .requestedBy = m_request.identity->account,
                                 .traceId = m_request.traceId,
                                 .wait = m_services.config->duration(key("ops.secondPersonMs")) };
        return database::inTransaction(m_connection, "action.begin", [&](database::Transaction &transaction) {
            if (!insertAction(transaction, action)) {
                transaction.rollback();
                return false;
            }
            for (const ActionTarget &target : m_asked.targets)
                m_context.audit(transaction, target, u"begun"_s, needsSecond ? u"AWAITING_SECOND"_s : u"STARTED"_s);
            if (!needsSecond)
                enqueueRun(transaction, m_actionId, isLong ? std::chrono::milliseconds(0) : presumedDead);
            return true;
        });
    }

    Services &m_services;
    const Request &m_request;
    const ActionRequest &m_asked;
    database::Connection &m_connection;
    recovery::Action m_name;
    const RecoveryAction &m_action;
    QString m_actionId;
    ActionContext m_context;
    std::vector<PlannedItem> m_plan;
};

} // namespace

Reply postAction(Services &services, const Request &request)
{
    if (!request.identity || request.identity->account.isEmpty())
        throw Error(Code::Unauthenticated, u"an action without an operator"_s);
    const ActionRequest asked =
        readActionRequest(request.body, request.http->header("Idempotency-Key"), request.identity->account);
    Execution execution(services, request, asked);
    return asked.mode == ActionRequest::Mode::Preview ? execution.preview() : execution.execute();
}

} // namespace slipway::operations
