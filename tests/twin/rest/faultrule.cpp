// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/faultrule.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/core/strictobject.h"

#include <cmath>
#include <random>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

/// Kinds that change an answer need one to change.
const QStringList &answerKinds()
{
    static const QStringList kinds { u"slow_body"_s, u"wrong_ct"_s, u"bad_json"_s, u"extra_fields"_s, u"null_fields"_s };
    return kinds;
}

const QStringList &allKinds()
{
    static const QStringList kinds =
        QStringList { u"delay"_s,      u"drop"_s,         u"half"_s,    u"hang"_s,     u"status"_s,
                      u"rate_limit"_s, u"unauthorized"_s, u"mask404"_s, u"redirect"_s, u"stale_read"_s }
        + answerKinds();
    return kinds;
}

void checkHeaders(StrictObject &deed)
{
    const QJsonObject headers = deed.value(u"headers"_s).toObject();
    for (auto it = headers.begin(); it != headers.end(); ++it) {
        if (!it->isString())
            deed.refuse(u"headers"_s, u"an object of texts"_s);
    }
}

} // namespace

bool Fault::letsRequestPass() const { return kind == "delay"_L1 || kind == "stale_read"_L1; }

FaultRule::FaultRule(const QJsonObject &json, const QStringList &operations)
    : m_deed(json[u"do"_s].toObject())
{
    StrictObject given(json);
    given.text(u"id"_s);
    readMatch(given.object(u"match"_s), operations);
    m_counters.skip = int(given.number(u"skip"_s, 0));
    m_probability = given.fraction(u"probability"_s, 1);
    if (m_probability > 1)
        given.refuse(u"probability"_s, u"a number from 0 to 1"_s);
    m_seed = int(given.number(u"seed"_s, 0));
    const QString phase = given.word(u"phase"_s, { QString(), u"before"_s, u"after_effect"_s, u"response"_s }, QString());
    if (!given.has(u"do"_s))
        throw Refusal::error(400, u"do is missing"_s);
    readDeed(given.object(u"do"_s), phase);
    if (given.has(u"times"_s))
        m_counters.left = int(given.number(u"times"_s, 1, -1));
    if (m_counters.left == 0)
        given.refuse(u"times"_s, u"a whole number from 1 on, or -1 for always"_s);
    given.nothingElse();
}

void FaultRule::readMatch(StrictObject match, const QStringList &operations)
{
    static const QStringList methods { u"GET"_s, u"HEAD"_s, u"POST"_s, u"PUT"_s, u"PATCH"_s, u"DELETE"_s };
    if (match.has(u"method"_s))
        m_match.insert(u"method"_s, match.word(u"method"_s, methods, QString()));
    if (match.has(u"op"_s)) {
        const QString op = match.needText(u"op"_s);
        if (!operations.isEmpty() && !operations.contains(op))
            match.refuse(u"op"_s, u"an operation's name, and %1 is none"_s.arg(op));
        m_match.insert(u"op"_s, op);
    }
    for (const QString &key : { u"user"_s, u"iid"_s }) {
        if (match.has(key))
            m_match.insert(key, match.reference(key));
    }
    if (match.has(u"body_contains"_s))
        m_match.insert(u"body_contains"_s, match.needText(u"body_contains"_s));
    m_path.setPattern(match.text(u"path_regex"_s));
    if (!m_path.isValid())
        match.refuse(u"path_regex"_s, u"a regular expression"_s);
    match.nothingElse();
}

void FaultRule::readDeed(StrictObject deed, const QString &phase)
{
    m_kind = deed.word(u"kind"_s, allKinds(), QString());
    const bool needsAnswer = answerKinds().contains(m_kind);
    if ((needsAnswer && phase == "before"_L1) || (m_kind == "stale_read"_L1 && !phase.isEmpty() && phase != "before"_L1))
        throw Refusal::error(400, u"phase %1 does not go with %2"_s.arg(phase, m_kind));
    m_phase =
        needsAnswer || phase == "after_effect"_L1 || phase == "response"_L1 ? Fault::Phase::AfterEffect : Fault::Phase::Before;
    if (m_kind == "delay"_L1) {
        deed.number(u"ms"_s, 0);
    } else if (m_kind == "half"_L1) {
        deed.number(u"bytes"_s, 40);
    } else if (m_kind == "slow_body"_L1) {
        deed.number(u"bps"_s, 100, 1);
    } else if (m_kind == "status"_L1) {
        deed.number(u"code"_s, 500, 200, 599);
        deed.value(u"body"_s);
        deed.text(u"content_type"_s);
        checkHeaders(deed);
    } else if (m_kind == "rate_limit"_L1) {
        deed.number(u"retry_after"_s, 1);
        deed.word(u"style"_s, { u"rack"_s, u"action"_s, u"plain"_s }, u"rack"_s);
        m_bucketSize = deed.number(u"limit"_s, 0, 1);
        m_tokensPerSecond = deed.fraction(u"per_s"_s, 1);
        m_counters.left = m_bucketSize > 0 ? -1 : 1;
    } else if (m_kind == "unauthorized"_L1) {
        deed.word(u"style"_s, { u"plain"_s, u"invalid_token"_s, u"expired"_s, u"revoked"_s, u"insufficient_scope"_s },
                  u"plain"_s);
    } else if (m_kind == "redirect"_L1) {
        if (deed.number(u"to_id"_s, 0) == 0)
            deed.refuse(u"to_id"_s, u"the number of a project"_s);
    } else if (m_kind == "stale_read"_L1) {
        if (deed.has(u"ms"_s) == deed.has(u"reads"_s))
            deed.refuse(u"ms"_s, u"given, or reads must, but not both"_s);
        deed.number(u"ms"_s, 1, 1);
        m_counters.left = deed.has(u"reads"_s) ? int(deed.number(u"reads"_s, 1, 1)) : -1;
    } else if (m_kind == "wrong_ct"_L1) {
        deed.text(u"content_type"_s);
    } else if (m_kind == "null_fields"_L1) {
        deed.texts(u"fields"_s);
    }
    deed.nothingElse();
}

bool FaultRule::matches(const FaultSubject &subject) const
{
    const auto same = [&](const QString &key, const QString &value) {
        return !m_match.contains(key) || m_match[key].toString() == value;
    };
    return same(u"method"_s, QString::fromLatin1(subject.method)) && same(u"op"_s, subject.op) && same(u"user"_s, subject.user)
        && same(u"iid"_s, subject.iid) && m_path.match(subject.path).hasMatch()
        && (!m_match.contains(u"body_contains"_s) || subject.body.contains(m_match[u"body_contains"_s].toString().toUtf8()));
}

std::optional<double> FaultRule::secondsWithoutToken(const QString &user, Instant now)
{
    const bool known = m_buckets.contains(user);
    Bucket &bucket = m_buckets[user];
    const double seconds = std::chrono::duration<double>(now - bucket.filledAt).count();
    bucket.tokens =
        known ? qMin(double(m_bucketSize), bucket.tokens + qMax(0.0, seconds) * m_tokensPerSecond) : double(m_bucketSize);
    bucket.filledAt = now;
    if (bucket.tokens >= 1) {
        bucket.tokens -= 1;
        return std::nullopt;
    }
    return m_tokensPerSecond > 0 ? (1 - bucket.tokens) / m_tokensPerSecond : 3600;
}

std::optional<Fault> FaultRule::take(const FaultSubject &subject, Instant now, FaultCounters &counters)
{
    if (counters.left == 0 || !matches(subject))
        return std::nullopt;
    if (counters.skip > 0) {
        --counters.skip;
        return std::nullopt;
    }
    if (m_probability < 1) {
        // From the seed and the number of the draw alone, so that a restart changes nothing.
        std::seed_seq seed { m_seed, ++counters.draws };
        std::mt19937 random(seed);
        if (std::uniform_real_distribution<double>(0, 1)(random) >= m_probability)
            return std::nullopt;
    }
    Fault fault { {}, m_phase, m_kind, m_deed };
    if (m_bucketSize > 0) {
        const auto wait = secondsWithoutToken(subject.user, now);
        if (!wait)
            return std::nullopt;
        if (!fault.settings.contains(u"retry_after"_s))
            fault.settings.insert(u"retry_after"_s, qMax(1, int(std::ceil(*wait))));
    }
    if (counters.left > 0)
        --counters.left;
    ++counters.hits;
    return fault;
}

} // namespace slipway::twin
