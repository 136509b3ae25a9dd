// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/hotconfig.h"
#include "service/contract/freeze.h"
#include "service/contract/services.h"
#include "service/operations/actionstore.h"
#include "service/operations/auditlog.h"
#include "service/operations/operationshandlers.h"
#include "shared/catalogue/catalogue.h"
#include "shared/clock.h"
#include "shared/protocol/fields.h"

#include <QLoggingCategory>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

Q_LOGGING_CATEGORY(log, "slipway.operations", QtInfoMsg)

/// One operator's action, from the plan to the audit of its outcome.
class Execution {
public:
    Execution(Services &services, const Request &request, const ActionRequest &asked)
        : m_services(services)
        , m_request(request)
        , m_asked(asked)
        , m_connection(database::Connection::forThisThread(*services.database))
        , m_audit(services.instance)
        , m_operator(request.identity->account)
    {
    }

    Reply preview()
    {
        const QList<PlannedRound> plan = planNow();
        Reply reply;
        reply.data = shown(plan, m_request.language).toJson();
        return reply;
    }

    Reply execute()
    {
        if (auto earlier = replayed())
            return *earlier;
        const QList<PlannedRound> plan = planNow();
        const QString actionId = QUuid::createUuid().toString(QUuid::WithoutBraces);
        if (planHashOf(m_asked, plan) != m_asked.planHash) {
            database::inTransaction(m_connection, "refuse-action", [&](database::Transaction &transaction) {
                record(transaction, actionId, u"refused"_s, plan, u"PLAN_CHANGED"_s);
            });
            throw Error(Code::PlanChanged, u"the plan is not the one that was confirmed"_s,
                        shown(plan, m_request.language).toJson());
        }
        if (!begin(actionId, plan)) {
            if (auto earlier = replayed())
                return *earlier;
            throw Error(Code::Unavailable, u"the key's winner cannot be read yet"_s).withRetryAfter(std::chrono::seconds(1));
        }
        return finish(actionId, plan);
    }

private:
    QList<PlannedRound> planNow()
    {
        const auto catalogue = m_services.targets ? m_services.targets() : nullptr;
        const bool frozen = isFrozen(*m_services.config, m_services.clock->now());
        QList<PlannedRound> plan;
        for (const ActionTarget &target : m_asked.targets) {
            const PartitionKey key(target.id);
            PartitionStanding standing = standingOf(m_connection, key);
            standing.isKnown = catalogue && catalogue->partition(key);
            standing.isFrozen = frozen;
            plan.append(planRound(target, standing));
        }
        return plan;
    }

    protocol::ActionPlan shown(const QList<PlannedRound> &plan, Language language) const
    {
        protocol::ActionPlan whole { .planHash = planHashOf(m_asked, plan), .items = {} };
        for (const PlannedRound &planned : plan)
            whole.items.push_back(previewOf(planned, language));
        return whole;
    }

    /// The answer this key got before; the same key for something else, or by somebody else, is a mistake.
    std::optional<Reply> replayed()
    {
        const auto earlier = m_asked.requestKey.isEmpty() ? std::nullopt : actionByKey(m_connection, m_asked.requestKey);
        if (!earlier)
            return std::nullopt;
        if (earlier->requestedBy != m_operator || earlier->action != m_asked.action || earlier->planHash != m_asked.planHash)
            throw Error(Code::IdempotencyKeyReused, u"action %1 has that key"_s.arg(earlier->id));
        Reply reply = answer(earlier->id, earlier->state, earlier->results);
        reply.headers.emplace_back("Idempotent-Replayed", "true");
        return reply;
    }

    Reply answer(const QString &actionId, const QString &state, const std::vector<protocol::ActionResult> &results) const
    {
        Reply reply;
        reply.data =
            protocol::ActionAnswer { .actionId = actionId, .state = state, .planHash = m_asked.planHash, .items = results }
                .toJson();
        return reply;
    }

    void record(database::Transaction &transaction, const QString &actionId, const QString &moment,
                const QList<PlannedRound> &plan, const QString &outcome) const
    {
        for (qsizetype i = 0; i < plan.size(); ++i)
            record(transaction, actionId, moment, i, outcome);
    }

    void record(database::Transaction &transaction, const QString &actionId, const QString &moment, qsizetype item,
                const QString &outcome) const
    {
        const ActionTarget &target = m_asked.targets.at(item);
        (void)m_audit.append(transaction,
                             { .eventId = u"%1:%2:%3"_s.arg(actionId).arg(item).arg(moment),
                               .actor = m_operator,
                               .action = m_asked.action,
                               .subjectKind = target.type,
                               .subjectRef = target.id,
                               .outcome = outcome,
                               .reason = m_asked.reason,
                               .parameters = m_asked.parameters,
                               .traceId = m_request.traceId });
    }

    /// The action and what the audit says of its beginning stand or fall together, before anything is done.
    bool begin(const QString &actionId, const QList<PlannedRound> &plan)
    {
        const QJsonArray items = protocol::jsonOf(shown(plan, Language::English).items);
        return database::inTransaction(m_connection, "begin-action", [&](database::Transaction &transaction) {
            if (!insertAction(transaction, actionId, m_asked, items, m_operator, m_request.traceId)) {
                transaction.rollback();
                return false;
            }
            record(transaction, actionId, u"begun"_s, plan, u"STARTED"_s);
            return true;
        });
    }

    protocol::ActionResult run(const PlannedRound &planned) const
    {
        using Outcome = PlannedRound::Outcome;
        if (planned.outcome == Outcome::Refused || planned.outcome == Outcome::Preempted)
            return resultOf(planned, m_request.language);
        try {
            // What the plan saw may be over by now: the round looks for itself.
            const RoundAnswer came = m_services.runRound(PartitionKey(planned.target.id), m_operator);
            return resultOf(planned.target, came, m_request.language);
        } catch (const Error &error) {
            qCWarning(log).noquote() << "a round for an operator failed:" << error.what();
            return failureOf(planned.target, m_request.language);
        }
    }

    Reply finish(const QString &actionId, const QList<PlannedRound> &plan)
    {
        std::vector<protocol::ActionResult> results;
        for (const PlannedRound &planned : plan)
            results.push_back(run(planned));
        const bool anyFailed = std::ranges::any_of(results, [](const auto &each) { return each.outcome == "FAILED"_L1; });
        const QString state = anyFailed ? u"FAILED"_s : u"DONE"_s;
        database::inTransaction(m_connection, "finish-action", [&](database::Transaction &transaction) {
            finishAction(transaction, actionId, state, protocol::jsonOf(results));
            for (size_t i = 0; i < results.size(); ++i)
                record(transaction, actionId, u"ended"_s, qsizetype(i), results[i].outcome);
        });
        return answer(actionId, state, results);
    }

    Services &m_services;
    const Request &m_request;
    const ActionRequest &m_asked;
    database::Connection &m_connection;
    AuditLog m_audit;
    QString m_operator;
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
