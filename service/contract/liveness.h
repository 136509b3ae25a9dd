// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

#include <chrono>

namespace slipway {

/// When a loop last did its work. Liveness is its age, not the thread's existence.
struct LoopTick {
    QString name;
    std::chrono::milliseconds age { 0 }; ///< Since its last round that was no defect of ours.
    std::chrono::milliseconds limit { 0 }; ///< Older means dead.
    bool isAlive() const { return age <= limit; }
};

/// What the database does for this instance, as it was seen last.
struct DatabaseHealth {
    bool answers = false;
    bool takesWork = false; ///< Answers, and refused nothing lately that it should have done.
    bool schemaFits = false;
    QString words = QStringLiteral("does not answer"); ///< For whoever runs the service; holds no text of the server.
    QString schemaWords = QStringLiteral("is unknown while the database does not answer");

    /// Whether a request that needs it is worth being tried.
    bool isThere() const { return answers && schemaFits; }
};

} // namespace slipway
