// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"
#include "tests/twin/store/storedfields.h"

#include <QByteArray>
#include <QString>

namespace slipway::twin {

/// One request of the API port, from its arrival to its answer.
struct JournalEntry {
    qint64 id = 0;
    Instant at {};
    quint16 connection = 0; ///< The client's port: requests of one connection share it.
    QByteArray method;
    QByteArray path;
    QByteArray query;
    QByteArray body; ///< At most 64 KiB of it; packs are left out.
    QString op;
    QString user;
    int status = 0; ///< 0 while it runs, and when no answer was sent.
    QString fault; ///< Id of the fault that spoiled it.
    QList<qint64> effects;
    bool clientGone = false;
};

template <>
struct Stored<JournalEntry> {
    static constexpr auto table = "journal";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &JournalEntry::id },
        Kept { "connection", &JournalEntry::connection },
        Kept { "at", &JournalEntry::at },
        Kept { "method", &JournalEntry::method },
        Kept { "path", &JournalEntry::path },
        Kept { "query", &JournalEntry::query },
        Kept { "body", &JournalEntry::body },
        Kept { "op", &JournalEntry::op },
        Kept { "user", &JournalEntry::user },
        Kept { "status", &JournalEntry::status },
        Kept { "fault", &JournalEntry::fault },
        Kept { "effects", &JournalEntry::effects },
        Kept { "client_gone", &JournalEntry::clientGone },
        // clang-format on
    };
};

} // namespace slipway::twin
