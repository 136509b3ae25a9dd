// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/faults.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/rest/spoiledanswers.h"

#include <algorithm>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Reply;
using std::chrono::milliseconds;

Faults::Faults(TwinClock &clock, Store &store)
    : m_clock(clock)
    , m_rules(store)
{
}

QString Faults::add(const QJsonObject &json)
{
    const auto made = std::make_shared<ArmedFault>();
    made->rule = std::make_shared<FaultRule>(json, m_operations);
    made->json = json;
    made->counters = made->rule->counters();
    made->name = json[u"id"_s].toString();
    remove(made->name);
    m_rules.add(made);
    if (made->name.isEmpty())
        made->name = u"fault-%1"_s.arg(made->id);
    return made->name;
}

bool Faults::remove(const QString &id)
{
    for (const std::shared_ptr<ArmedFault> &fault : m_rules) {
        if (fault->name == id) {
            m_rules.remove(fault);
            return true;
        }
    }
    return false;
}

void Faults::clear()
{
    const QList<std::shared_ptr<ArmedFault>> all = m_rules.all();
    for (const std::shared_ptr<ArmedFault> &rule : all)
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
    for (const std::shared_ptr<ArmedFault> &fault : m_rules) {
        QJsonObject json = fault->json;
        json.insert(u"id"_s, fault->name);
        json.insert(u"hits"_s, fault->counters.hits);
        json.insert(u"left"_s, fault->counters.left);
        list.append(json);
    }
    return list;
}

std::optional<Fault> Faults::take(const FaultSubject &subject)
{
    for (const std::shared_ptr<ArmedFault> &armed : m_rules) {
        if (!armed->rule)
            armed->rule = std::make_shared<FaultRule>(armed->json, m_operations);
        const FaultCounters before = armed->counters;
        std::optional<Fault> fault = armed->rule->take(subject, m_clock.now(), armed->counters);
        if (before != armed->counters)
            m_rules.changed(armed);
        if (!fault)
            continue;
        fault->id = armed->name;
        return fault;
    }
    return std::nullopt;
}

Task<void> Faults::trickle(Fault fault, httpserver::Responder responder, Reply reply)
{
    const QByteArray body = std::exchange(reply.body, {});
    httpserver::Stream stream = responder.stream(std::move(reply));
    const milliseconds pause(100);
    const qsizetype portion = qMax<qsizetype>(1, fault.settings[u"bps"_s].toInteger(100) / 10);
    for (qsizetype sent = 0; sent < body.size() && stream.isOpen(); sent += portion) {
        stream.write(body.mid(sent, portion));
        co_await m_clock.sleep(pause);
    }
    stream.finish();
}

Task<int> Faults::answer(Fault fault, httpserver::RequestPtr request, httpserver::Responder responder, Reply reply)
{
    int sent = reply.status;
    if (fault.kind == "delay"_L1) {
        co_await m_clock.sleep(milliseconds(fault.settings[u"ms"_s].toInteger()));
        responder.send(std::move(reply));
    } else if (fault.kind == "drop"_L1) {
        sent = 0;
        responder.drop();
    } else if (fault.kind == "half"_L1) {
        responder.sendCut(std::move(reply), fault.settings[u"bytes"_s].toInteger(40));
    } else if (fault.kind == "hang"_L1) {
        sent = 0;
        m_hanging.append(responder);
    } else if (fault.kind == "slow_body"_L1) {
        co_await trickle(fault, responder, std::move(reply));
    } else {
        Reply other = spoiled(fault, *request, std::move(reply), m_clock.now());
        sent = other.status;
        responder.send(std::move(other));
    }
    co_return sent;
}

} // namespace slipway::twin
