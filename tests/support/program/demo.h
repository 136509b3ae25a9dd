// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/program/screen.h"
#include "tests/support/stack.h"

namespace slipway::support {

/// `slipway-stack demo`: the main job from end to end, without a person, on the real parts: real changes in, approval,
/// batches, merge requests, deployment, and the repository compared with what must have come out.
class Demo {
public:
    struct Options {
        qsizetype requests = 200;
        QString input = {}; ///< See ChangeList::read().
        QString work = {}; ///< Everything is kept in a fresh folder in here, which is removed at the end.
    };

    Demo(Options options, Screen &screen)
        : m_options(std::move(options))
        , m_screen(screen)
    {
    }

    /// True when every request is VALIDATED and the repository is as it must be. Throws StartFailure or
    /// std::runtime_error when it does not get that far.
    bool run();

private:
    void start(Stack &stack);
    bool compare(Stack &stack, const QMap<QPair<QString, QString>, QString> &inForce);

    Options m_options;
    Screen &m_screen;
};

} // namespace slipway::support
