// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/rawvalue.h"
#include "shared/config/keytable.h"

#include <QList>

#include <array>
#include <memory>
#include <optional>

namespace slipway::configuration {

/// Something an administrator should mend: shown by the console, never to users.
struct Warning {
    QString key; ///< Full name, or empty when it concerns the whole source.
    QString text;
    friend bool operator==(const Warning &, const Warning &) = default;
};

/// What is in force for one key, and why.
struct EffectiveValue {
    QString value;
    bool isDefault = true; ///< Nothing, or nothing usable, was said.
};

/// All hot keys judged at once: each one present, typed, in range, or leaning where its row says. Immutable, so a
/// reader never sees half a change.
class HotValues {
public:
    explicit HotValues(const RawValues &raw = {});

    const QList<Warning> &warnings() const { return m_warnings; }
    qint64 number(KeyId key) const { return m_values[key.row].number; }
    bool enabled(KeyId key) const { return m_values[key.row].number != 0; }
    const QStringList &list(KeyId key) const { return m_values[key.row].items; }
    QString text(KeyId key) const;
    EffectiveValue effective(KeyId key) const;

private:
    struct Value {
        qint64 number = 0;
        QStringList items;
        bool isDefault = true;
    };
    Value judged(KeyId key, const RawValue *raw);
    Value leaning(KeyId key, config::Lean lean, const QString &why);
    std::optional<Value> read(KeyId key, const RawValue &raw, QString *why) const;
    void judgeTogether();
    void refuseUnknown(const RawValues &raw);

    std::array<Value, config::keyTable.size()> m_values;
    QList<Warning> m_warnings;
};

/// A literal of the table as text.
QString textOf(std::string_view literal);
/// A key's row as text.
QString nameOf(KeyId key);
QString fallbackOf(KeyId key);
/// Every key's name, of one stage or of both.
QStringList keyNames(std::optional<config::Stage> stage = std::nullopt);

} // namespace slipway::configuration
