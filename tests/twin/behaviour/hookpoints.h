// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/task.h"

#include <QString>

#include <functional>
#include <list>

namespace slipway::twin {

/// A place in the course of a request where somebody else may step in.
struct HookPoint {
    enum class Kind : quint8 { BeforeOperation, AfterOperation, DuringLock };
    Kind kind = Kind::BeforeOperation;
    QString operation; ///< "mr.merge"; empty while a merge holds the lock.
    qint64 project = 0;
    qint64 iid = 0; ///< 0 where the operation has no merge request.
};

/// Lets actions wait for a point of a request and runs them there, each once, before the request goes on. That is what
/// makes a race come out the same way each time.
class HookPoints {
public:
    using Wanted = std::function<bool(const HookPoint &)>;
    using Action = std::function<Task<void>()>;

    /// The action must not throw anything but Cancelled.
    void await(Wanted wanted, Action action);
    /// Runs what waits for \a point, in the order in which it was registered.
    Task<void> reach(HookPoint point);
    void clear() { m_waiting.clear(); }

private:
    struct Waiting {
        Wanted wanted;
        Action action;
    };
    std::list<Waiting> m_waiting;
};

} // namespace slipway::twin
