// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/admin/human.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/core/strictobject.h"
#include "tests/twin/rest/render.h"
#include "tests/twin/twin.h"

#include <QJsonDocument>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

// clang-format off
const QStringList &ops()
{
    static const QStringList words {
        u"merge"_s, u"close"_s, u"reopen"_s, u"approve"_s, u"unapprove"_s, u"draft"_s, u"ready"_s, u"comment"_s, u"rebase"_s,
        u"push"_s, u"force_push"_s, u"push_target"_s, u"delete_source_branch"_s,
    };
    return words;
}
// clang-format on

QJsonObject refusalOf(const Refusal &refusal)
{
    return { { u"status"_s, refusal.status() }, { u"body"_s, QJsonDocument::fromJson(refusal.body()).object() } };
}

} // namespace

Human::Human(Twin &twin)
    : m_twin(twin)
    , m_orders(twin.store)
{
    twin.agenda.defineLengthy(u"human.order"_s,
                              [this](const QJsonObject &with) { return actOnTime(with[u"id"_s].toInteger()); });
}

void Human::resume()
{
    for (const OrderPtr &order : m_orders) {
        if (order->left == 0)
            continue;
        try {
            StrictObject given(order->order);
            const Deed deed = deedFrom(given);
            const When when = whenFrom(given);
            if (when.point)
                await(deed, when, order);
        } catch (const Refusal &refusal) {
            order->left = 0;
            order->state = u"refused"_s;
            order->results.append(refusalOf(refusal));
            m_orders.changed(order);
        }
    }
}

void Human::forget()
{
    m_twin.hookPoints.clear();
    const QList<OrderPtr> all = m_orders.all();
    for (const OrderPtr &order : all)
        m_orders.remove(order);
}

Human::Deed Human::deedFrom(StrictObject &given) const
{
    Deed deed;
    deed.op = given.word(u"op"_s, ops(), QString());
    deed.project = m_twin.world.project(given.reference(u"project"_s));
    const UserPtr user = m_twin.world.userByName(given.text(u"user"_s));
    const qint64 iid = given.number(u"iid"_s, 0);
    deed.branch = given.text(u"branch"_s);
    const QJsonValue files = given.value(u"files"_s);
    if (!files.isUndefined() && !files.isObject())
        given.refuse(u"files"_s, u"an object of paths and their new text"_s);
    deed.files = files.toObject();
    deed.message = given.text(u"message"_s, u"A change by hand"_s);
    deed.body = given.text(u"body"_s);
    deed.sha = given.text(u"sha"_s);
    if (!deed.project)
        throw Refusal::error(404, u"there is no such project"_s);
    if (!user)
        throw Refusal::error(404, u"there is no such user"_s);
    deed.mergeRequest = deed.project->mergeRequest(iid);
    deed.actor = { user, 0 };
    if (!deed.mergeRequest && (iid != 0 || !deed.op.contains(u"push"_s)))
        throw Refusal::error(404, u"there is no such merge request"_s);
    return deed;
}

Human::When Human::whenFrom(StrictObject &given)
{
    When when;
    when.times = int(given.number(u"times"_s, 1, 1));
    if (!given.has(u"at"_s))
        return when;
    using Kind = HookPoint::Kind;
    if (given.value(u"at"_s).isString()) {
        if (given.word(u"at"_s, { u"now"_s, u"during_lock"_s }, QString()) == "during_lock"_L1)
            when.point = HookPoint { Kind::DuringLock };
        return when;
    }
    StrictObject at = given.object(u"at"_s);
    const QString before = at.text(u"before_op"_s), after = at.text(u"after_op"_s);
    const bool duringLock = at.flag(u"during_lock"_s, false), now = at.flag(u"now"_s, false);
    when.delay = std::chrono::milliseconds(at.number(u"delay_ms"_s, 0));
    at.nothingElse();
    if (int(!before.isEmpty()) + int(!after.isEmpty()) + int(duringLock) + int(now) + int(when.delay.count() > 0) != 1)
        given.refuse(u"at"_s, u"exactly one of now, before_op, after_op, during_lock, delay_ms"_s);
    if (!before.isEmpty() || !after.isEmpty())
        when.point = HookPoint { before.isEmpty() ? Kind::AfterOperation : Kind::BeforeOperation, before + after };
    else if (duringLock)
        when.point = HookPoint { Kind::DuringLock };
    return when;
}

Task<Human::Outcome> Human::order(QJsonObject json)
{
    StrictObject given(json);
    const Deed deed = deedFrom(given);
    const When when = whenFrom(given);
    given.nothingElse();
    Outcome outcome;
    if (!when.point && when.delay.count() == 0) {
        outcome.result = co_await act(deed);
        co_return outcome;
    }
    const auto order = std::make_shared<HumanOrder>();
    order->order = json;
    order->left = when.point ? when.times : 1;
    m_orders.add(order);
    outcome.waitingAs = order->id;
    if (when.point)
        await(deed, when, order);
    else
        m_twin.agenda.after(when.delay, u"human.order"_s, { { u"id"_s, order->id } });
    co_return outcome;
}

QJsonArray Human::toJson() const
{
    QJsonArray list;
    for (const OrderPtr &order : m_orders) {
        list.append(QJsonObject { { u"id"_s, order->id },
                                  { u"order"_s, order->order },
                                  { u"state"_s, order->state },
                                  { u"results"_s, order->results } });
    }
    return list;
}

bool Human::isAt(const HookPoint &wanted, const Deed &deed, const HookPoint &reached)
{
    const bool sameOperation = wanted.operation == reached.operation || reached.operation.endsWith(u'.' + wanted.operation);
    const bool otherMergeRequest = deed.mergeRequest && reached.iid != 0 && reached.iid != deed.mergeRequest->iid;
    return wanted.kind == reached.kind && sameOperation && reached.project == deed.project->id && !otherMergeRequest;
}

void Human::await(const Deed &deed, const When &when, const OrderPtr &order)
{
    const auto wanted = [point = *when.point, deed](const HookPoint &reached) { return isAt(point, deed, reached); };
    m_twin.hookPoints.await(wanted, [this, deed, when, order] { return actAt(deed, when, order); });
}

Task<void> Human::actAt(Deed deed, When when, OrderPtr order)
{
    co_await carryOut(deed, order);
    if (order->left > 0)
        await(deed, when, order);
}

Task<void> Human::actOnTime(qint64 id)
{
    const OrderPtr order = m_orders.find(id);
    if (!order)
        co_return; // Forgotten meanwhile.
    StrictObject given(order->order);
    const Deed deed = deedFrom(given);
    co_await carryOut(deed, order);
}

Task<void> Human::carryOut(Deed deed, OrderPtr order)
{
    --order->left;
    try {
        const QJsonObject result = co_await act(deed);
        order->state = u"done"_s;
        order->results.append(result);
    } catch (const Refusal &refusal) {
        order->state = u"refused"_s;
        order->results.append(refusalOf(refusal));
    }
    m_orders.changed(order);
}

Task<QJsonObject> Human::act(Deed deed)
{
    if (deed.op.contains(u"push"_s)) {
        const QJsonObject pushed = co_await push(deed);
        co_return pushed;
    }
    co_await onMergeRequest(deed);
    const QJsonObject shown = render::mergeRequest(m_twin.apiUrl, deed.project, *deed.mergeRequest,
                                                   m_twin.mergeability.shown(deed.project, *deed.mergeRequest));
    co_return QJsonObject { { u"merge_request"_s, shown } };
}

} // namespace slipway::twin
