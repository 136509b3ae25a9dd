// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/outbound/dependency.h"

#include <QHash>
#include <QUrl>

#include <mutex>
#include <optional>

namespace slipway::http {

/// The employee directory as a service: GET <address>/<number> answers 200 {"number", "account"}, or 404 for a number it does not know.
/// It fails closed: no answer, or one that is not about this very number, names nobody, and the number stays a number.
///
/// Answers are remembered, so that a person costs it one call in ten minutes; a number it did not know is asked for again after one,
/// since people join. Failures are not remembered; its breaker keeps them cheap. Thread-safe.
class StaffDirectory {
public:
    /// \a clock outlives it.
    StaffDirectory(const QUrl &address, const Clock &clock, qsizetype mostRemembered = 20'000);

    /// The account as the directory spells it, empty for a number it does not know; nothing when it has to be asked. No I/O.
    std::optional<QString> remembered(const QString &number) const;
    /// Blocks until \a deadline at most. remembered() then knows, unless it failed.
    void ask(const QString &number, std::chrono::milliseconds deadline);
    qsizetype size() const;

private:
    using Time = std::chrono::steady_clock::time_point;
    struct Entry {
        QString account;
        Time until;
    };
    void remember(const QString &number, const QString &account);

    const QString m_address;
    const Clock &m_clock;
    const qsizetype m_mostRemembered;
    outbound::Dependency m_service;
    mutable std::mutex m_lock;
    QHash<QString, Entry> m_answers; ///< Under m_lock.
};

} // namespace slipway::http
