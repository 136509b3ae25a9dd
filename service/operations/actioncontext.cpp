// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actioncontext.h"

#include "service/configuration/hotconfig.h"
#include "service/workflow/text.h"
#include "shared/config/keytable.h"
#include "sql/operations.h"
#include "sql/workflow.h"

#include <QCryptographicHash>
#include <QLoggingCategory>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

Q_LOGGING_CATEGORY(lcActions, "slipway.operations", QtInfoMsg)

constexpr const char *away =
    QT_TRANSLATE_NOOP("Action", "GitLab cannot be asked now, and without its word nothing is decided. Try again shortly.");

} // namespace

ActionContext::ActionContext(Services &services, database::Connection &connection, Doer doer)
    : m_services(services)
    , m_connection(connection)
    , m_doer(std::move(doer))
    , m_audit(services.instance)
    , m_progress(services.instance)
{
}

workflow::Because ActionContext::because(const QString &what) const
{
    return { workflow::Cause::Operator, m_doer.account, what.isEmpty() ? m_doer.reason : what + u": "_s + m_doer.reason };
}

bool ActionContext::asksForTwo() const { return m_services.config->enabled(key("ops.twoPerson")); }

void ActionContext::noteUnreadable(const Error &error) const
{
    qCInfo(lcActions).noquote() << "the forge could not be read for" << m_doer.action << ":" << error.what();
}

PlannedItem ActionContext::forgeAway(const ActionTarget &target, const Seen &seen)
{
    return refused(target, u"FORGE_AWAY"_s, { QString::fromLatin1(away) }, seen);
}

QString ActionContext::auditEvent(const QString &actionId, const ActionTarget &target, const QString &moment)
{
    // A target's id may be longer than an event's: a part of its hash tells which one it was.
    const QByteArray which =
        QCryptographicHash::hash((target.type + u'|' + target.id).toUtf8(), QCryptographicHash::Sha256).toHex().left(12);
    return u"%1:%2:%3"_s.arg(actionId, QString::fromLatin1(which), moment);
}

void ActionContext::audit(database::Transaction &transaction, const ActionTarget &target, const QString &moment,
                          const QString &outcome) const
{
    (void)m_audit.append(transaction,
                         { .eventId = auditEvent(m_doer.actionId, target, moment),
                           .actor = m_doer.account,
                           .action = m_doer.action,
                           .subjectKind = target.type,
                           .subjectRef = target.id,
                           .outcome = outcome,
                           .reason = m_doer.reason,
                           .parameters = m_doer.parameters,
                           .traceId = m_doer.traceId });
}

ActionOutcome ActionContext::commit(const char *name, const ActionTarget &target, const ActionOutcome &outcome,
                                    const std::function<bool(database::Transaction &)> &body) const
{
    const bool held = database::inTransaction(
        m_connection, name,
        [&](database::Transaction &transaction) {
            if (!body(transaction)) {
                if (transaction.isOpen())
                    transaction.rollback();
                return false;
            }
            audit(transaction, target, u"ended"_s, outcome.outcome);
            return true;
        },
        [&](database::Connection &again) -> std::optional<bool> {
            // The commit's answer was lost. The audit's row was written with the deed: if it is there, so is the deed.
            const database::Bindings row { { "event", auditEvent(m_doer.actionId, target, u"ended"_s) } };
            return again.run(sql::operations::audited_outcome, row, [](const database::Row &) {}) > 0 ? std::optional(true)
                                                                                                      : std::nullopt;
        });
    if (!held)
        return movedOn();
    wake();
    return outcome;
}

std::optional<workflow::BatchRow> ActionContext::sameBatch(database::Transaction &transaction, const BatchSight &sight)
{
    auto batch = transaction.selectOne<workflow::BatchRow>(sql::workflow::batch_by_id, { { "batch", sight.facts.id.value() } });
    const bool isSame =
        batch && batch->version == sight.version && batch->status == sight.facts.status && batch->phase == sight.facts.phase;
    return isSame ? batch : std::nullopt;
}

bool ActionContext::moveBatch(database::Transaction &transaction, const BatchSight &sight, const workflow::BatchStep &step,
                              const QString &what) const
{
    auto batch = sameBatch(transaction, sight);
    return batch && m_progress.batches().move(transaction, *batch, step, because(what));
}

bool ActionContext::moveOperation(database::Transaction &transaction, const OperationSight &sight, workflow::Event event,
                                  const QString &what) const
{
    return m_progress.states().move(transaction, sight.facts.id, event, because(what), sight.version)
        == workflow::Moved::Flipped;
}

void ActionContext::wake() const
{
    if (m_services.wakeEngine)
        m_services.wakeEngine();
}

} // namespace slipway::operations
