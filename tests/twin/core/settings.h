// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonObject>
#include <QLatin1StringView>
#include <QMap>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>

namespace slipway::twin {

/// A small set of knobs with known names, types and defaults, set through the admin API. Refuses unknown keys, wrong
/// types, broken or negative numbers and words that are not among the choices (Refusal 400), and then changes nothing.
class Settings {
public:
    /// Refuses what an object-valued key must not hold; gets the value that was given.
    using Check = std::function<void(const QJsonObject &)>;

    /// \a choices: the words a text key may have; a text key without an entry takes any.
    explicit Settings(QJsonObject defaults, QMap<QString, QStringList> choices = {}, QMap<QString, Check> checks = {});

    void change(const QJsonObject &values);
    const QJsonObject &values() const { return m_values; }
    /// Takes what values() was in an earlier run; what is no setting any more, or of another type, is left out.
    void restore(const QJsonObject &values);
    /// Grows with each change.
    quint64 revision() const { return m_revision; }

    // Reading a key that has no default is a mistake of the program: std::logic_error.
    bool isSet(QLatin1StringView key) const;
    qint64 number(QLatin1StringView key) const;
    std::chrono::milliseconds duration(QLatin1StringView key) const;
    QString text(QLatin1StringView key) const;
    QStringList list(QLatin1StringView key) const;
    /// A list of milliseconds.
    QList<std::chrono::milliseconds> durations(QLatin1StringView key) const;
    QJsonObject object(QLatin1StringView key) const;

    /// Counts a "the next n times" knob down; true when it was still above zero.
    bool consume(QLatin1StringView key);
    /// Returns a one-shot text knob and empties it.
    QString takeText(QLatin1StringView key);
    /// Sets a knob that counts itself down in its own way. The key must exist.
    void replace(QLatin1StringView key, const QJsonValue &value);

private:
    void check(const QString &key, const QJsonValue &value) const;
    QJsonValue value(QLatin1StringView key) const;

    QJsonObject m_values;
    QMap<QString, QStringList> m_choices;
    quint64 m_revision = 1;
    QMap<QString, Check> m_checks;
};

} // namespace slipway::twin
