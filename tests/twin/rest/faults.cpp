// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/faults.h"

#include "tests/twin/core/refusal.h"

#include <QDateTime>
#include <QJsonDocument>

#include <algorithm>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Reply;

namespace {

Reply rateLimited(const QJsonObject &settings)
{
    const int wait = settings[u"retry_after"_s].toInt(1);
    const QString style = settings[u"style"_s].toString();
    Reply reply;
    reply.status = 429;
    reply.headers.append({ "Retry-After", QByteArray::number(wait) });
    if (style == "plain"_L1) {
        reply.body = R"({"message":"429 Too Many Requests"})";
    } else if (style == "action"_L1) {
        reply.headers.clear();
        reply.body = R"({"message":{"error":"This endpoint has been requested too many times. Try again later."}})";
    } else {
        const QDateTime reset = QDateTime::currentDateTimeUtc().addSecs(wait);
        reply.contentType = "text/plain";
        reply.body = "Retry later\n";
        const QByteArray resetAt = QByteArray::number(reset.toSecsSinceEpoch());
        reply.headers += QList<httpserver::Header> { { "RateLimit-Name", "throttle_authenticated_api" },
                                                     { "RateLimit-Limit", "10" },
                                                     { "RateLimit-Observed", "11" },
                                                     { "RateLimit-Remaining", "0" },
                                                     { "RateLimit-Reset", resetAt } };
    }
    return reply;
}

Reply unauthorized(const QJsonObject &settings)
{
    const QString style = settings[u"style"_s].toString();
    if (style.isEmpty() || style == "plain"_L1)
        return Refusal::unauthorized().toReply();
    QJsonObject body { { u"error"_s, u"invalid_token"_s } };
    if (style == "insufficient_scope"_L1) {
        body = { { u"error"_s, style }, { u"scope"_s, u"api"_s } };
        body.insert(u"error_description"_s, u"The request requires higher privileges than provided by the access token."_s);
        return Refusal(403, body).toReply();
    }
    const bool expired = style == "expired"_L1;
    body.insert(u"error_description"_s,
                expired ? u"Token is expired. You can either do re-authorization or token refresh."_s
                        : u"Token was revoked. You have to re-authorize from the user."_s);
    return Refusal(401, body).withHeader("WWW-Authenticate", "Bearer realm=\"Protected by OAuth 2.0\"").toReply();
}

Reply fixedStatus(const QJsonObject &settings)
{
    Reply reply;
    reply.status = settings[u"code"_s].toInt(500);
    const QJsonValue body = settings[u"body"_s];
    reply.body = body.isString() ? body.toString().toUtf8() : QJsonDocument(body.toObject()).toJson(QJsonDocument::Compact);
    if (body.isUndefined())
        reply.body = R"({"message":"500 Internal Server Error"})";
    reply.contentType = settings[u"content_type"_s].toString(u"application/json"_s).toUtf8();
    const QJsonObject headers = settings[u"headers"_s].toObject();
    for (auto it = headers.begin(); it != headers.end(); ++it)
        reply.headers.append({ it.key().toUtf8(), it->toString().toUtf8() });
    return reply;
}

} // namespace

Faults::Faults(TwinClock &clock, Store &store)
    : m_clock(clock)
    , m_rules(store)
{
}

QString Faults::add(const QJsonObject &json)
{
    static const QStringList kinds { u"delay"_s,  u"drop"_s,       u"half"_s,         u"hang"_s,
                                     u"status"_s, u"rate_limit"_s, u"unauthorized"_s, u"mask404"_s };
    static const QStringList phases { QString(), u"before"_s, u"after_effect"_s, u"response"_s };
    if (!kinds.contains(json[u"do"_s][u"kind"_s].toString()))
        throw Refusal::error(400, u"do.kind must be one of: "_s + kinds.join(u", "_s));
    if (!phases.contains(json[u"phase"_s].toString()))
        throw Refusal::error(400, u"phase must be before, after_effect or response"_s);
    const auto made = std::make_shared<FaultRule>();
    FaultRule &rule = *made;
    rule.json = json;
    rule.path.setPattern(json[u"match"_s][u"path_regex"_s].toString());
    if (!rule.path.isValid())
        throw Refusal::error(400, u"match.path_regex is not a regular expression"_s);
    rule.skip = json[u"skip"_s].toInt(0);
    rule.left = json[u"times"_s].toInt(1);
    rule.name = json[u"id"_s].toString();
    remove(rule.name);
    m_rules.add(made);
    if (rule.name.isEmpty())
        rule.name = u"fault-%1"_s.arg(rule.id);
    rule.json.insert(u"id"_s, rule.name);
    return rule.name;
}

bool Faults::remove(const QString &id)
{
    for (const std::shared_ptr<FaultRule> &rule : m_rules) {
        if (rule->name == id) {
            m_rules.remove(rule);
            return true;
        }
    }
    return false;
}

void Faults::clear()
{
    const QList<std::shared_ptr<FaultRule>> all = m_rules.all();
    for (const std::shared_ptr<FaultRule> &rule : all)
        m_rules.remove(rule);
    dropHanging();
}

void Faults::reset()
{
    m_rules.clear();
    dropHanging();
}

void Faults::dropHanging()
{
    for (httpserver::Responder &responder : m_hanging)
        responder.drop();
    m_hanging.clear();
}

QJsonArray Faults::toJson() const
{
    QJsonArray list;
    for (const std::shared_ptr<FaultRule> &rule : m_rules) {
        QJsonObject json = rule->json;
        json.insert(u"hits"_s, rule->hits);
        json.insert(u"left"_s, rule->left);
        list.append(json);
    }
    return list;
}

bool Faults::matches(const FaultRule &rule, const FaultSubject &subject)
{
    const QJsonObject match = rule.json[u"match"_s].toObject();
    const auto same = [&](const QString &key, const QString &value) {
        return !match.contains(key) || match[key].toVariant().toString() == value;
    };
    return same(u"method"_s, QString::fromLatin1(subject.method)) && same(u"op"_s, subject.op) && same(u"user"_s, subject.user)
        && same(u"iid"_s, subject.iid) && rule.path.match(subject.path).hasMatch()
        && (!match.contains(u"body_contains"_s) || subject.body.contains(match[u"body_contains"_s].toString().toUtf8()));
}

std::optional<Fault> Faults::take(const FaultSubject &subject)
{
    for (const std::shared_ptr<FaultRule> &each : m_rules) {
        FaultRule &rule = *each;
        if (rule.left == 0 || !matches(rule, subject))
            continue;
        m_rules.changed(each);
        if (rule.skip > 0) {
            --rule.skip;
            continue;
        }
        if (rule.left > 0)
            --rule.left;
        ++rule.hits;
        const QString phase = rule.json[u"phase"_s].toString();
        Fault fault;
        fault.id = rule.name;
        fault.phase = phase.isEmpty() || phase == "before"_L1 ? Fault::Phase::Before : Fault::Phase::AfterEffect;
        fault.settings = rule.json[u"do"_s].toObject();
        fault.kind = fault.settings[u"kind"_s].toString();
        return fault;
    }
    return std::nullopt;
}

Task<void> Faults::answer(Fault fault, httpserver::Responder responder, Reply reply)
{
    if (fault.kind == "delay"_L1) {
        co_await m_clock.sleep(std::chrono::milliseconds(fault.settings[u"ms"_s].toInteger()));
        responder.send(std::move(reply));
    } else if (fault.kind == "drop"_L1) {
        responder.drop();
    } else if (fault.kind == "half"_L1) {
        responder.sendCut(std::move(reply), fault.settings[u"bytes"_s].toInteger(40));
    } else if (fault.kind == "hang"_L1) {
        m_hanging.append(responder);
    } else if (fault.kind == "status"_L1) {
        responder.send(fixedStatus(fault.settings));
    } else if (fault.kind == "rate_limit"_L1) {
        responder.send(rateLimited(fault.settings));
    } else if (fault.kind == "unauthorized"_L1) {
        responder.send(unauthorized(fault.settings));
    } else {
        responder.send(Refusal::noRecord().toReply());
    }
}

} // namespace slipway::twin
