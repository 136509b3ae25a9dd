// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/hotvalues.h"

#include <QMap>
#include <QMutex>

#include <chrono>
#include <functional>
#include <memory>

namespace slipway::configuration {

/// The hot configuration in force. Read at each use, never copied into a member: that is what makes it hot. A source
/// judges all keys once per change and replaces them as a whole; a source that breaks leaves the last good values and a
/// warning.
///
/// Thread-safe throughout. A caller that needs two keys to agree takes one snapshot().
class HotConfig {
public:
    /// Every key at its default until a source says otherwise.
    HotConfig();
    /// Fixed values by name, for tests and tools: HotConfig { { "batch.maxRequests", "5" } }.
    explicit HotConfig(std::initializer_list<std::pair<const char *, const char *>> values);

    qint64 number(KeyId key) const { return snapshot()->number(key); }
    std::chrono::milliseconds duration(KeyId key) const { return std::chrono::milliseconds(number(key)); }
    bool enabled(KeyId key) const { return snapshot()->enabled(key); }
    QString text(KeyId key) const { return snapshot()->text(key); }
    QStringList list(KeyId key) const { return snapshot()->list(key); }

    std::shared_ptr<const HotValues> snapshot() const;
    /// Of the values in force, of their source, and of what others reported.
    QList<Warning> warnings() const;

    struct Effective {
        QString key;
        QString value;
        QString fallback;
        QString source; ///< "default", or the source's name.
        QString warning; ///< Empty when there is none.
    };
    /// Every hot key, in the table's order.
    QList<Effective> effective() const;

    /// For sources: what they read last. Warnings that were not there before are logged once.
    void replace(const RawValues &raw, const QString &sourceName);
    /// For sources: it vanished, or holds nothing that can be read as a whole. The last good values stay.
    void sourceFailed(const QString &sourceName, const QString &reason);

    /// For whoever reads other files: what is wrong with them now, so that it is shown where people look. Replaces what \a from said
    /// before; nothing is logged.
    void report(const QString &from, const QStringList &warnings);

private:
    void logNew(const QList<Warning> &before, const QList<Warning> &now) const;

    mutable QMutex m_lock;
    std::shared_ptr<const HotValues> m_values;
    QString m_source;
    QList<Warning> m_sourceWarnings;
    QMap<QString, QStringList> m_reported; ///< Of the other files.
};

} // namespace slipway::configuration
