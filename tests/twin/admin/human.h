// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/behaviour/hookpoints.h"
#include "tests/twin/core/task.h"
#include "tests/twin/model/humanorder.h"
#include "tests/twin/model/project.h"
#include "tests/twin/store/shelf.h"

#include <QJsonArray>
#include <QJsonObject>

#include <optional>

namespace slipway::twin {

struct Twin;

/// Plays a person who does something to a merge request or a branch behind the service's back: at once, after a while,
/// or exactly when a request has come to some point.
class Human {
public:
    explicit Human(Twin &twin);

    /// What came of an order: done now, with its result, or kept for later under an id.
    struct Outcome {
        std::optional<QJsonObject> result;
        qint64 waitingAs = 0;
    };
    /// 400 for a malformed order, 404 for an unknown thing; GitLab's own refusals of what is done at once come as they
    /// are.
    Task<Outcome> order(QJsonObject json);
    /// The orders that were kept for later, and what came of them.
    QJsonArray toJson() const;
    /// Lets the orders that an earlier run left wait for their points again. What names a thing that is gone is refused.
    void resume();
    void forget();
    /// For a reset; the store forgets by itself.
    void reset() { m_orders.clear(); }

private:
    /// What is to be done, understood.
    struct Deed {
        QString op;
        ProjectPtr project;
        MergeRequestPtr mergeRequest;
        Actor actor;
        QString branch;
        QJsonObject files;
        QString message;
        QString body;
        QString sha;
    };
    /// When it is to be done.
    struct When {
        std::optional<HookPoint> point;
        std::chrono::milliseconds delay {};
        int times = 1;
    };
    using OrderPtr = std::shared_ptr<HumanOrder>;

    Deed deedFrom(class StrictObject &given) const;
    static When whenFrom(class StrictObject &given);
    static bool isAt(const HookPoint &wanted, const Deed &deed, const HookPoint &reached);
    void await(const Deed &deed, const When &when, const OrderPtr &order);
    Task<void> actAt(Deed deed, When when, OrderPtr order);
    Task<void> actOnTime(qint64 id);
    Task<void> carryOut(Deed deed, OrderPtr order);
    Task<QJsonObject> act(Deed deed);
    Task<void> onMergeRequest(Deed deed);
    Task<QJsonObject> push(Deed deed);
    Task<void> deleteSourceBranch(Deed deed);

    Twin &m_twin;
    Shelf<HumanOrder> m_orders;
};

} // namespace slipway::twin
