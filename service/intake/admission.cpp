// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/admission.h"

#include "service/configuration/hotconfig.h"
#include "service/contract/backlog.h"
#include "service/intake/admissibility.h"
#include "service/intake/canonical.h"
#include "service/intake/intakestore.h"
#include "service/workflow/taskqueue.h"
#include "shared/clock.h"

using namespace Qt::StringLiterals;

namespace slipway::intake {
namespace {

/// How often a submission that was beaten to its key or binding looks again. Whoever beat it stands there then, so
/// twice is enough unless rows come and go all the time.
constexpr int looks = 5;

/// The id where the client chose none. A retry of the attempt that owns the binding now must find that very attempt, so
/// its own predecessor is tried first; once it is over, the same content is a new attempt.
OperationId derivedFor(const std::optional<BindingRow> &binding, const QString &fingerprint)
{
    if (!binding)
        return derivedOperationId(fingerprint, {});
    const workflow::Pair pair = binding->standing.pair;
    const bool isOver = workflow::isReappliable(pair.status) || workflow::isAmendable(pair);
    if (!isOver && derivedOperationId(fingerprint, binding->predecessor) == binding->operation)
        return binding->operation;
    return derivedOperationId(fingerprint, binding->operation.value());
}

/// By the switches of this moment; what is in flight keeps the flow it began with. Batching without an approval first is no flow of
/// ours: the configuration warns of it, and the merge request comes first.
workflow::Flow flowOf(const configuration::HotValues &config)
{
    if (!config.enabled(key("flow.approvalFirst")))
        return workflow::Flow::MergeRequestFirst;
    return config.enabled(key("flow.batching")) ? workflow::Flow::Batched : workflow::Flow::Single;
}

workflow::Event birthOf(workflow::Flow flow, bool overloaded)
{
    using workflow::Event;
    if (flow == workflow::Flow::MergeRequestFirst)
        return overloaded ? Event::SubmitOverloadedMergeRequestFirst : Event::SubmittedMergeRequestFirst;
    return overloaded ? Event::SubmitOverloadedApprovalFirst : Event::SubmittedApprovalFirst;
}

} // namespace

struct Admission::Attempt {
    workflow::NewOperation operation;
    workflow::Event event = workflow::Event::SubmittedApprovalFirst;
    Wanted wanted;
    std::shared_ptr<const catalogue::Catalogue> catalogue;
    qint64 keepHours = 72;

    QJsonObject answer() const { return answerOf(operation.id, *workflow::begin(event)); }
    FirstAnswer firstAnswer() const
    {
        return { operation.id, operation.requester, operation.fingerprint, answer(), keepHours };
    }
    /// What follows; nothing where it begins with a failure.
    std::optional<workflow::TaskKind> task() const
    {
        if (event == workflow::Event::SubmittedApprovalFirst)
            return workflow::TaskKind::SendApproval;
        if (event == workflow::Event::SubmittedMergeRequestFirst)
            return workflow::TaskKind::AdvanceOperation;
        return std::nullopt;
    }
};

Admission::Admission(Services &services, database::Connection &connection, Reader reader)
    : m_services(services)
    , m_connection(connection)
    , m_reader(std::move(reader))
    , m_mover(services.instance)
{
}

Admitted Admission::admit(const Submission &submission)
{
    const QString fingerprint = fingerprintOf(submission, m_reader.account);
    for (int i = 0; i < looks; ++i) {
        if (auto admitted = look(submission, fingerprint, i == 0))
            return *admitted;
    }
    throw Error(Code::Unavailable, u"beaten to key or binding %1 times"_s.arg(looks)).withRetryAfter(std::chrono::seconds(1));
}

std::optional<Admitted> Admission::look(const Submission &submission, const QString &fingerprint, bool isFirst)
{
    std::optional<BindingRow> binding;
    if (!submission.operation)
        binding = findBinding(m_connection, submission.subject, submission.target);
    const OperationId id = submission.operation ? *submission.operation : derivedFor(binding, fingerprint);
    // As a rule the key is new and nobody had the binding yet, and then everything is written without a look: whatever stands in the
    // way after all is found by its unique key.
    const bool isUnseen = isFirst && !binding && submission.kind == workflow::RequestKind::Bind;
    // Before any check: a retry must get its answer also after the window closed or the target was taken out.
    if (!isUnseen) {
        if (auto earlier = replayed(id, fingerprint))
            return earlier;
    }
    std::optional<Attempt> attempt;
    try {
        attempt = prepare(submission, id, fingerprint);
    } catch (const Error &) {
        if (auto earlier = isUnseen ? replayed(id, fingerprint) : std::nullopt)
            return earlier;
        throw;
    }
    if ((isUnseen ? storeUnseen(*attempt) : store(*attempt)) != Tried::Stored)
        return std::nullopt;
    if (m_services.backlog)
        m_services.backlog->grew();
    if (m_services.wakeEngine)
        m_services.wakeEngine();
    return Admitted { Code::Accepted, attempt->answer() };
}

std::optional<Admitted> Admission::replayed(const OperationId &key, const QString &fingerprint)
{
    const auto earlier = findEarlierUse(m_connection, key);
    if (!earlier)
        return std::nullopt;
    // The fingerprint holds the requester, so somebody else's key ends here too, and shows nothing of theirs.
    if (earlier->fingerprint != fingerprint)
        throw Error(Code::IdempotencyKeyReused, u"key %1 was used for other content"_s.arg(key.value()));
    return Admitted { Code::DuplicateSubmit, earlier->answer };
}

Admission::Attempt Admission::prepare(const Submission &submission, const OperationId &id, const QString &fingerprint)
{
    const auto config = m_services.config->snapshot();
    Attempt attempt;
    attempt.catalogue = catalogueOf(m_services);
    if (!attempt.catalogue)
        throw Error(Code::NotOpen, u"there is no valid target catalogue"_s);
    const Allowed allowed = checkAgainst(*attempt.catalogue, submission, m_services.clock->now());
    attempt.operation = { .id = id,
                          .fingerprint = fingerprint,
                          .requester = m_reader.account,
                          .subject = submission.subject,
                          .target = submission.target,
                          .kind = submission.kind,
                          .flow = flowOf(*config),
                          .parameters = allowed.parameters,
                          .reason = submission.reason,
                          .expiresAt = allowed.expiresAt,
                          .partition = allowed.partition };
    attempt.wanted = { submission.kind, { allowed.parameters, allowed.expiresAt } };
    attempt.keepHours = config->number(key("idempotency.hours"));
    // The poller sees a failure it can act on, never "processing" for ever.
    const qint64 most = config->number(key("engine.maxBacklog"));
    const bool overloaded = backlog(most) >= most;
    attempt.event = birthOf(attempt.operation.flow, overloaded);
    return attempt;
}

qint64 Admission::backlog(qint64 most) const
{
    const auto count = [&] { return dueBacklog(m_connection, most); };
    return m_services.backlog ? m_services.backlog->asOf(m_services.clock->steady(), count) : count();
}

Admission::Tried Admission::storeUnseen(const Attempt &attempt)
{
    const workflow::NewOperation &operation = attempt.operation;
    database::Packet packet(m_connection, "submit");
    storeFirstAnswer(packet, attempt.firstAnswer());
    m_mover.begin(packet, operation, attempt.event, { workflow::Cause::User, operation.requester });
    if (const auto task = attempt.task())
        workflow::TaskQueue::enqueue(packet, *task, operation.id.value());
    try {
        return packet.commit() ? Tried::Stored : Tried::Beaten;
    } catch (const database::DatabaseError &error) {
        if (error.outcomeUnknown())
            return settled(attempt, m_connection).value_or(Tried::Beaten);
        if (error.retriesTransaction())
            return Tried::Beaten;
        throw;
    }
}

std::optional<Admission::Tried> Admission::settled(const Attempt &attempt, database::Connection &connection) const
{
    const auto stored = findEarlierUse(connection, attempt.operation.id);
    return stored && stored->fingerprint == attempt.operation.fingerprint ? std::optional(Tried::Stored) : std::nullopt;
}

Admission::Tried Admission::store(const Attempt &attempt)
{
    return database::inTransaction(
        m_connection, "submit", [&](database::Transaction &transaction) { return storeIn(transaction, attempt); },
        [&](database::Connection &connection) { return settled(attempt, connection); });
}

Admission::Tried Admission::storeIn(database::Transaction &transaction, const Attempt &attempt) const
{
    const auto beaten = [&] {
        transaction.rollback();
        return Tried::Beaten;
    };
    const workflow::NewOperation &operation = attempt.operation;
    // First in the order of locks: of several that carry the same key, one goes on and the others wait here for its
    // end.
    if (!storeFirstAnswer(transaction, attempt.firstAnswer()))
        return beaten();
    const auto binding = findBinding(transaction, operation.subject, operation.target);
    refuseUnlessFree(binding, attempt);
    std::optional<workflow::ReplacedBinding> replaced;
    if (binding)
        replaced = { binding->operation, binding->standing.pair.status, binding->version };
    const workflow::Because because { workflow::Cause::User, operation.requester };
    if (m_mover.begin(transaction, operation, replaced, attempt.event, because) != workflow::StateMover::Began::Begun)
        return beaten();
    if (const auto task = attempt.task())
        workflow::TaskQueue::enqueue(transaction, *task, operation.id.value());
    return Tried::Stored;
}

void Admission::refuseUnlessFree(const std::optional<BindingRow> &binding, const Attempt &attempt) const
{
    switch (decideBinding(binding ? std::optional(binding->standing) : std::nullopt, attempt.wanted)) {
    case BindingDecision::Insert:
    case BindingDecision::Reset: return;
    case BindingDecision::AlreadyInForce:
        throw fieldError(Code::ValidationFailed, { { u"targetKey"_s, u"already_in_force"_s } });
    case BindingDecision::NothingToUnbind:
        throw fieldError(Code::ValidationFailed, { { u"targetKey"_s, u"nothing_to_unbind"_s } });
    case BindingDecision::ActiveRequestExists: break;
    }
    QJsonObject data;
    const auto &[operation, subject, target] =
        std::tie(binding->operation, attempt.operation.subject, attempt.operation.target);
    if (mayRead(m_reader, binding->requester, subject, attempt.catalogue->find(target)))
        data.insert(u"operationId"_s, operation.value());
    throw Error(Code::ActiveRequestExists, u"operation %1 owns the binding"_s.arg(operation.value()), data);
}

} // namespace slipway::intake
