// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/program/screen.h"
#include "tests/support/stack.h"

namespace slipway::support {

/// `slipway-stack up`: the same parts to play with, until somebody ends it; "status" and "down" find it by its data
/// folder.
class Playground {
public:
    struct Options {
        QString data = {};
        quint16 port = 8420; ///< Of the first instance.
        int instances = 1;
        bool keep = false;
        bool stuck = false; ///< See Situations.
        QString logs = {}; ///< Where the logs are when the data folder is gone.
        QString targets = {}; ///< File of [{key, description}]; empty for two samples.
    };

    Playground(Options options, Screen &screen)
        : m_options(std::move(options))
        , m_screen(screen)
    {
    }

    /// Ends by Interrupted, or throws StartFailure when a part does not start or dies.
    void run();

    /// What runs in that folder, as text; exit code 0 when it runs, 1 when nothing does, 3 when only remains are there.
    static int status(const QString &data, bool quiet, Screen &screen);
    /// Ends what runs there and removes what a killed run left.
    static int down(const QString &data, Screen &screen);

private:
    void introduce(const Stack &stack);

    Options m_options;
    Screen &m_screen;
};

} // namespace slipway::support
