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
        exchange.request.identity = m_parts.identities.resolve(*exchange.http);
    } catch (const std::exception &) {
        exchange.request.identity.reset(); // A source that fails knows nobody.
    }
}

void Pipeline::limitRate(Exchange &exchange) const
{
    if (!exchange.route->limit)
        return;
    const Limit &limit = *exchange.route->limit;
    const auto values = m_parts.services.config->snapshot();
    const qint64 count = values->number(limit.count);
    const std::chrono::seconds window { values->number(limit.windowSeconds) };
    // A cleared or nonsensical limit means no limit, never "nobody may".
    if (count <= 0 || window.count() <= 0)
        return;
    resolveIdentity(exchange);
    // Never one shared bucket for all strangers: a single one of them could use it up for everybody.
    const QString subject = exchange.request.identity ? exchange.request.identity->account : limitSubject(exchange.client);
    const QString bucket = QString::fromUtf8(limit.bucket.data(), qsizetype(limit.bucket.size()));
    const auto decision =
        m_parts.limiter.acquire(bucket + u'\n' + subject, int(count), window, m_parts.services.clock->steady());
    const QByteArray reset = QByteArray::number(qint64(decision.reset.count()));
    exchange.headers.append(
        { "RateLimit-Policy",
          quotedBucket(limit) + ";q=" + QByteArray::number(count) + ";w=" + QByteArray::number(qint64(window.count())) });
    exchange.headers.append(
        { "RateLimit", quotedBucket(limit) + ";r=" + QByteArray::number(decision.remaining) + ";t=" + reset });
    if (decision.allowed)
        return;
    exchange.limitMessage = limit.message;
    throw Error(Code::RateLimited, u"bucket %1, subject %2"_s.arg(bucket, configuration::masked(subject)))
        .withRetryAfter(decision.reset);
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

void Pipeline::authenticate(Exchange &exchange) const
{
    switch (exchange.route->admission) {
    case Admission::Public: return;
    case Admission::Proof:
        if (!isProven(exchange))
            throw Error(Code::Unauthenticated, u"the proof is missing, wrong or too old"_s);
        return;
    case Admission::Identity:
    case Admission::Permission:
        resolveIdentity(exchange);
        if (!exchange.request.identity)
            throw Error(Code::Unauthenticated, u"no identity from %1"_s.arg(exchange.client.toString()));
        return;
    case Admission::Unset: break;
    }
    throw Error(Code::AccessDenied, u"the route says nothing of admission"_s);
}

void Pipeline::demandSameOrigin(Exchange &exchange) const
{
    // Another system's proof is in the request itself; a browser has nothing it could be tricked into sending along.
    if (!check::isUnsafe(exchange.route->method) || exchange.route->admission == Admission::Proof)
        return;
    if (!comesFromOurselves(*exchange.http))
        throw Error(Code::AccessDenied, u"sent by another site's page"_s);
}

void Pipeline::demandPermission(Exchange &exchange) const
{
    const QString account = exchange.request.identity ? exchange.request.identity->account : QString();
    if (exchange.route->admission == Admission::Permission && !m_parts.permissions.holdsAny(account, exchange.route->anyOf))
        throw Error(Code::AccessDenied, u"%1 holds none of the route's permissions"_s.arg(configuration::masked(account)));
    exchange.request.mayReadAll = m_parts.permissions.holds(account, Permission::OpsRead);
    exchange.admitted = true;
}

void Pipeline::countReceived(const Exchange &exchange) const noexcept
{
    if (exchange.route->activity)
        m_parts.metrics.received(exchange.routeIndex);
}

void Pipeline::refuseWhileDraining(Exchange &exchange) const
{
    const auto &draining = m_parts.services.draining;
    if (check::isUnsafe(exchange.route->method) && draining && draining())
        throw Error(Code::Unavailable, u"draining"_s).withRetryAfter(std::chrono::seconds(5));
}

void Pipeline::bindBody(Exchange &exchange) const { exchange.request.body = bodyOf(*exchange.http, exchange.route->body); }

void Pipeline::demandOpenAccess(Exchange &exchange) const
{
    if (exchange.route->gate != Gate::AccessMode)
        return;
    const QString account = exchange.request.identity ? exchange.request.identity->account : QString();
    const auto access = configuration::accessFor(*m_parts.services.config->snapshot(), account, m_parts.services.clock->now());
    if (access.admitted)
        return;
    QJsonObject data;
    if (access.opensAt)
        data[u"opensAt"_s] = toIso(*access.opensAt);
    throw Error(Code::NotOpen, u"access mode %1"_s.arg(configuration::nameOf(access.mode)), data);
}

} // namespace slipway::http
