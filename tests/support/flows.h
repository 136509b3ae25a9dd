// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/workflow/flow.h"
#include "tests/support/twinclient.h"

#include <QMap>
#include <QString>

namespace slipway::support {

/// The switches that send what is submitted through that flow.
QMap<QString, QString> switchesFor(workflow::Flow flow);

/// The flow that the environment names (SLIPWAY_FLOW: batched, single, mr_first), for programs that play one of them each time they run;
/// batched when it names none. Throws std::runtime_error for a word that is no flow.
workflow::Flow flowOfThisRun();

/// What one request that lands leaves behind at the twin, in whatever flow: so many of each kind, and no more.
struct LandingEffects {
    int created = 0;
    int approved = 0;
    int merged = 0;

    static constexpr LandingEffects ofOneRequest() { return { 1, 2, 1 }; }
    /// \a query as of GET /effects, empty for all since the start.
    static LandingEffects at(TwinClient &twin, const QString &query = {});
    LandingEffects operator-(const LandingEffects &before) const
    {
        return { created - before.created, approved - before.approved, merged - before.merged };
    }
    bool operator==(const LandingEffects &) const = default;
    /// "1 created, 2 approved, 1 merged"
    QString text() const;
};

} // namespace slipway::support
