// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace slipway::twin {

/// What a push asks for, read from the start of a git-receive-pack request before git itself sees it.
struct ReceiveCommands {
    struct Command {
        QString from; ///< 40 digits; zeros for a new reference.
        QString to; ///< Zeros for a removal.
        QString reference;

        bool removes() const { return to.count(u'0') == to.size(); }
        /// The branch; empty for any other reference.
        QString branch() const;
    };
    QList<Command> commands;
    QByteArray capabilities;
    bool valid = false;

    static ReceiveCommands parse(QByteArrayView body);
    /// A whole answer that refuses every reference, as git's own pre-receive hook would, with \a text for the person
    /// who pushes.
    QByteArray refusal(const QByteArray &text) const;
};

/// Undoes `Content-Encoding: gzip`; nothing when the data is broken or larger than \a limit.
std::optional<QByteArray> gunzip(const QByteArray &packed, qsizetype limit);

} // namespace slipway::twin
