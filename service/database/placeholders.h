// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/statement.h"

#include <QStringList>
#include <QVariantList>

namespace slipway::database {

/// A statement's text split at its named placeholders. The driver would bind NULL for a name it does not find, and
/// ignore one too many; this refuses both, and values the driver is known to spoil.
class Placeholders {
public:
    explicit Placeholders(const Statement &statement);

    bool isEmpty() const { return m_names.empty(); }

    /// What is sent: text with '?' and the values in their order. `reusable` says that the text is the same whatever is
    /// bound.
    struct Filled {
        QString text;
        QVariantList values;
        bool reusable = true;
    };
    /// Throws Error(InternalError) naming the statement and the placeholder, never a value.
    Filled fill(const Bindings &bindings) const;
    /// The whole text with the values in it, for a packet of several statements, which nothing can be bound to. Text and bytes are
    /// written in hexadecimal: no value can end its literal, whatever it holds and however the session reads quotes. Takes no lists.
    QString literal(const Bindings &bindings) const;

private:
    const QVariant &valueOf(const Bindings &bindings, const QByteArray &name) const;
    void refuseUnknown(const Bindings &bindings) const;
    [[noreturn]] void refuse(const QByteArray &name, QLatin1StringView why) const;

    const char *m_statement;
    QStringList m_pieces; ///< One more than there are names.
    std::vector<QByteArray> m_names;
};

} // namespace slipway::database
