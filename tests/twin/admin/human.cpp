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
{
}

void Human::clear()
{
    m_kept.clear();
    m_lastId = 0;
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
    auto kept = std::make_shared<Kept>();
    kept->id = outcome.waitingAs = ++m_lastId;
    kept->order = json;
    m_kept.append(kept);
    keep(deed, when, kept);
    co_return outcome;
}

QJsonArray Human::toJson() const
{
    QJsonArray list;
    for (const std::shared_ptr<Kept> &kept : m_kept) {
        list.append(QJsonObject {
            { u"id"_s, kept->id }, { u"order"_s, kept->order }, { u"state"_s, kept->state }, { u"results"_s, kept->results } });
    }
    return list;
}

bool Human::isAt(const HookPoint &wanted, const Deed &deed, const HookPoint &reached)
{
    const bool sameOperation = wanted.operation == reached.operation || reached.operation.endsWith(u'.' + wanted.operation);
    const bool otherMergeRequest = deed.mergeRequest && reached.iid != 0 && reached.iid != deed.mergeRequest->iid;
    return wanted.kind == reached.kind && sameOperation && reached.project == deed.project->id && !otherMergeRequest;
}

void Human::keep(const Deed &deed, const When &when, const std::shared_ptr<Kept> &kept)
{
    if (!when.point) {
        spawn(actAfter(deed, when.delay, kept));
        return;
    }
    const auto wanted = [point = *when.point, deed](const HookPoint &reached) { return isAt(point, deed, reached); };
    m_twin.hookPoints.await(wanted, [this, deed, when, kept] { return actAt(deed, when, kept); });
}

Task<void> Human::actAt(Deed deed, When when, std::shared_ptr<Kept> kept)
{
    co_await actKept(deed, kept);
    if (--when.times > 0)
        keep(deed, when, kept);
}

Task<void> Human::actAfter(Deed deed, std::chrono::milliseconds delay, std::shared_ptr<Kept> kept)
{
    co_await m_twin.clock.sleep(delay);
    co_await actKept(deed, kept);
}

Task<void> Human::actKept(Deed deed, std::shared_ptr<Kept> kept)
{
    try {
        const QJsonObject result = co_await act(deed);
        kept->state = u"done"_s;
        kept->results.append(result);
    } catch (const Refusal &refusal) {
        kept->state = u"refused"_s;
        kept->results.append(refusalOf(refusal));
    }
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
