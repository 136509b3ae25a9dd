// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/behaviour/hookpoints.h"
#include "tests/twin/core/task.h"
#include "tests/twin/model/project.h"

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
    void clear();

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
    /// An order that waits, or has been carried out.
    struct Kept {
        qint64 id = 0;
        QJsonObject order;
        QString state = QStringLiteral("waiting"); ///< waiting, done, refused
        QJsonArray results;
    };

    Deed deedFrom(class StrictObject &given) const;
    static When whenFrom(class StrictObject &given);
    static bool isAt(const HookPoint &wanted, const Deed &deed, const HookPoint &reached);
    void keep(const Deed &deed, const When &when, const std::shared_ptr<Kept> &kept);
    Task<void> actAt(Deed deed, When when, std::shared_ptr<Kept> kept);
    Task<void> actAfter(Deed deed, std::chrono::milliseconds delay, std::shared_ptr<Kept> kept);
    Task<void> actKept(Deed deed, std::shared_ptr<Kept> kept);
    Task<QJsonObject> act(Deed deed);
    Task<void> onMergeRequest(Deed deed);
    Task<QJsonObject> push(Deed deed);
    Task<void> deleteSourceBranch(Deed deed);

    Twin &m_twin;
    QList<std::shared_ptr<Kept>> m_kept;
    qint64 m_lastId = 0;
};

} // namespace slipway::twin
