// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/program/chaos.h"
#include "tests/support/program/replay.h"
#include "tests/support/stack.h"

namespace slipway::support {

/// `slipway-stack demo`: the main job from end to end, without a person, on the real parts: real changes in, approval,
/// batches, merge requests, deployment, and the repository compared with what must have come out. On one instance or several,
/// undisturbed or with everything dying under it.
class Demo {
public:
    struct Options {
        std::optional<qsizetype> requests = {}; ///< Nothing: all the input holds.
        QString input = {}; ///< See ChangeList::read().
        int instances = 1;
        bool chaos = false; ///< See Chaos.
        QString work = {}; ///< Everything is kept in a fresh folder in here, which is removed at the end.
    };

    Demo(Options options, Screen &screen)
        : m_options(std::move(options))
        , m_screen(screen)
    {
    }

    /// True when every request is VALIDATED, no more merge requests than needed were made, the repository is as it must be and
    /// nothing was left behind. Throws StartFailure or
    /// std::runtime_error when it does not get that far.
    bool run();

private:
    void start(Stack &stack);
    Replay::Figures replay(Stack &stack, const ChangeList &changes, Chaos *chaos);
    void report(Stack &stack, const ChangeList &changes, const Replay::Figures &figures);
    bool isThrifty(const ChangeList &changes, const Replay::Figures &figures);
    bool lookBack(Stack &stack);
    bool compare(Stack &stack, const QMap<QPair<QString, QString>, QString> &inForce);

    Options m_options;
    Screen &m_screen;
};

} // namespace slipway::support
