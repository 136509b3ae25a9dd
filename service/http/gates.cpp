// SPDX-License-Identifier: GPL-3.0-only
// What each place of the pipeline does; pipeline.cpp says in which order and why.
#include "service/http/pipeline.h"

#include "service/configuration/accessmode.h"
#include "service/configuration/hotconfig.h"
#include "service/configuration/jsonlog.h"
#include "service/http/clientaddress.h"
#include "service/http/jsonbody.h"
#include "service/http/origin.h"
#include "service/http/signature.h"
#include "shared/clock.h"

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;

QByteArray quotedBucket(const Limit &limit)
{
    return '"' + QByteArray(limit.bucket.data(), qsizetype(limit.bucket.size())) + '"';
}

} // namespace

void Pipeline::resolveIdentity(Exchange &exchange) const
{
    if (std::exchange(exchange.identityWasAsked, true))
        return;
    try {
        auto recognition = m_parts.identities.recognise(*exchange.http);
        exchange.request.identity = std::move(recognition.identity);
        exchange.wantsKeys = recognition.wantsKeys;
        exchange.wantsMapping = recognition.wantsMapping;
    } catch (const std::exception &) {
        exchange.request.identity.reset(); // A source that fails knows nobody.
    }
    // Nobody waits for this one: it only keeps the keys young.
    if (m_parts.identities.claimCareOfKeys())
        std::ignore = m_parts.door.tryStart([this] { m_parts.identities.refreshKeys(); });
}

/// Nothing: the other instances have to be asked, and here is no place to wait for that.
std::optional<FleetLimiter::Decision> Pipeline::decideLimit(const FleetLimiter::Question &question,
                                                            const Exchange &exchange) const
{
    return exchange.mayWait ? std::optional(m_parts.limiter.together(question)) : m_parts.limiter.alone(question);
}

Pipeline::Went Pipeline::limitRate(Exchange &exchange) const
{
    if (!exchange.route->limit)
        return Went::On;
    const Limit &limit = *exchange.route->limit;
    const auto values = m_parts.services.config->snapshot();
    const qint64 count = values->number(limit.count);
    const std::chrono::seconds window { values->number(limit.windowSeconds) };
    // A cleared or nonsensical limit means no limit, never "nobody may".
    if (count <= 0 || window.count() <= 0)
        return Went::On;
    resolveIdentity(exchange);
    // Never one shared bucket for all strangers: a single one of them could use it up for everybody.
    const QString subject = exchange.request.identity ? exchange.request.identity->account : limitSubject(exchange.client);
    const QString bucket = QString::fromUtf8(limit.bucket.data(), qsizetype(limit.bucket.size()));
    const FleetLimiter::Question question { bucket + u'\n' + subject, int(count), window,
                                            values->text(key("limit.scope")) != "instance"_L1 };
    const auto decision = decideLimit(question, exchange);
    if (!decision)
        return Went::Waits;
    const QByteArray reset = QByteArray::number(qint64(decision->reset.count()));
    exchange.headers.append(
        { "RateLimit-Policy",
          quotedBucket(limit) + ";q=" + QByteArray::number(count) + ";w=" + QByteArray::number(qint64(window.count())) });
    exchange.headers.append(
        { "RateLimit", quotedBucket(limit) + ";r=" + QByteArray::number(decision->remaining) + ";t=" + reset });
    if (decision->allowed)
        return Went::On;
    exchange.limitMessage = limit.message;
    throw Error(Code::RateLimited, u"bucket %1, subject %2"_s.arg(bucket, configuration::masked(subject)))
        .withRetryAfter(decision->reset);
}

bool Pipeline::isProven(const Exchange &exchange) const
{
    const configuration::BootSettings &boot = *m_parts.services.boot;
    const httpserver::Request &http = *exchange.http;
    const auto isSignedWith = [&](const QString &secret) {
        const qint64 now = std::chrono::floor<std::chrono::seconds>(m_parts.services.clock->now()).time_since_epoch().count();
        return isSigned(boot.secrets.values(secret), http.header("X-Slipway-Timestamp"), http.header("X-Slipway-Signature"),
                        http.body, now);
    };
    switch (exchange.route->proof) {
    case Proof::Approval: return isSignedWith(boot.approval.secret);
    case Proof::Deploy: return isSignedWith(boot.deploySecret);
    case Proof::Forge: return isToken(boot.secrets.values(boot.forge.webhookSecret), http.header("X-Gitlab-Token"));
    case Proof::None: break;
    }
    return false;
}

/// The number may stand in a token that only a new key could read, so keys come first. Whoever the directory says nothing of stays a
/// number.
void Pipeline::askAboutIdentity(Exchange &exchange) const
{
    const auto lookAgain = [&] {
        exchange.identityWasAsked = false;
        resolveIdentity(exchange);
    };
    if (std::exchange(exchange.wantsKeys, false)) {
        m_parts.identities.refreshKeys();
        lookAgain();
    }
    if (const QString number = std::exchange(exchange.wantsMapping, {}); !number.isEmpty()) {
        m_parts.identities.askDirectory(number, m_parts.services.config->duration(key("deadline.directoryMs")));
        lookAgain();
    }
}

Pipeline::Went Pipeline::authenticate(Exchange &exchange) const
{
    switch (exchange.route->admission) {
    case Admission::Public: return Went::On;
    case Admission::Proof:
        if (!isProven(exchange))
            throw Error(Code::Unauthenticated, u"the proof is missing, wrong or too old"_s);
        return Went::On;
    case Admission::Identity:
    case Admission::Permission:
        resolveIdentity(exchange);
        if ((exchange.wantsKeys || !exchange.wantsMapping.isEmpty()) && !exchange.mayWait)
            return Went::Waits;
        askAboutIdentity(exchange);
        if (!exchange.request.identity)
            throw Error(Code::Unauthenticated, u"no identity from %1"_s.arg(exchange.client.toString()));
        return Went::On;
    case Admission::Unset: break;
    }
    throw Error(Code::AccessDenied, u"the route says nothing of admission"_s);
}

Pipeline::Went Pipeline::demandSameOrigin(Exchange &exchange) const
{
    // Another system's proof is in the request itself; a browser has nothing it could be tricked into sending along.
    if (!check::isUnsafe(exchange.route->method) || exchange.route->admission == Admission::Proof)
        return Went::On;
    if (!comesFromOurselves(*exchange.http))
        throw Error(Code::AccessDenied, u"sent by another site's page"_s);
    return Went::On;
}

/// Nothing: whoever asks has to wait. What decides about a change is never remembered; what only lets somebody see more is never worth
/// holding up what they came to do.
std::optional<Held> Pipeline::heldBy(const QString &account, const Exchange &exchange) const
{
    const bool decides = exchange.route->admission == Admission::Permission;
    const bool changes = check::isUnsafe(exchange.route->method);
    const auto age = decides && changes ? Permissions::Age::Fresh : Permissions::Age::FewSeconds;
    if (const auto held = m_parts.permissions.look(account, age))
        return held;
    if (!decides && changes)
        return Held();
    return exchange.mayWait ? std::optional(m_parts.permissions.ask(account)) : std::nullopt;
}

Pipeline::Went Pipeline::demandPermission(Exchange &exchange) const
{
    const QString account = exchange.request.identity ? exchange.request.identity->account : QString();
    const auto held = heldBy(account, exchange);
    if (!held)
        return Went::Waits;
    if (exchange.route->admission == Admission::Permission && !held->hasAny(exchange.route->anyOf))
        throw Error(Code::AccessDenied, u"%1 holds none of the route's permissions"_s.arg(configuration::masked(account)));
    exchange.request.mayReadAll = held->has(Permission::OpsRead);
    exchange.admitted = true;
    return Went::On;
}

void Pipeline::countReceived(const Exchange &exchange) const noexcept
{
    if (exchange.route->activity)
        m_parts.metrics.received(exchange.routeIndex);
}

Pipeline::Went Pipeline::refuseWhileDraining(Exchange &exchange) const
{
    const auto &draining = m_parts.services.draining;
    if (check::isUnsafe(exchange.route->method) && draining && draining())
        throw Error(Code::Unavailable, u"draining"_s).withRetryAfter(std::chrono::seconds(5));
    return Went::On;
}

Pipeline::Went Pipeline::bindBody(Exchange &exchange) const
{
    exchange.request.body = bodyOf(*exchange.http, exchange.route->body);
    return Went::On;
}

Pipeline::Went Pipeline::demandOpenAccess(Exchange &exchange) const
{
    if (exchange.route->gate != Gate::AccessMode)
        return Went::On;
    const QString account = exchange.request.identity ? exchange.request.identity->account : QString();
    const auto access = configuration::accessFor(*m_parts.services.config->snapshot(), account, m_parts.services.clock->now());
    if (access.admitted)
        return Went::On;
    QJsonObject data;
    if (access.opensAt)
        data[u"opensAt"_s] = toIso(*access.opensAt);
    throw Error(Code::NotOpen, u"access mode %1"_s.arg(configuration::nameOf(access.mode)), data);
}

} // namespace slipway::http
