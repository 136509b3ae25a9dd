// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/hotconfig.h"

#include <QLoggingCategory>

namespace slipway::configuration {

Q_LOGGING_CATEGORY(logConfig, "slipway.configuration")

using namespace Qt::StringLiterals;

HotConfig::HotConfig()
    : m_values(std::make_shared<HotValues>())
{
}

HotConfig::HotConfig(std::initializer_list<std::pair<const char *, const char *>> values)
{
    RawValues raw;
    for (const auto &[name, value] : values)
        raw.emplace(QString::fromUtf8(name), rawText(QString::fromUtf8(value)));
    m_values = std::make_shared<HotValues>(raw);
    m_source = u"fixed"_s;
}

std::shared_ptr<const HotValues> HotConfig::snapshot() const
{
    const QMutexLocker guard(&m_lock);
    return m_values;
}

QList<Warning> HotConfig::warnings() const
{
    const QMutexLocker guard(&m_lock);
    QList<Warning> all = m_sourceWarnings + m_values->warnings();
    for (const QStringList &texts : m_reported) {
        for (const QString &text : texts)
            all.append({ QString(), text });
    }
    return all;
}

void HotConfig::report(const QString &from, const QStringList &warnings)
{
    const QMutexLocker guard(&m_lock);
    m_reported.insert(from, warnings);
}

QList<HotConfig::Effective> HotConfig::effective() const
{
    const QMutexLocker guard(&m_lock);
    QList<Effective> all;
    for (quint16 i = 0; i < config::keyTable.size(); ++i) {
        const KeyId key { i };
        if (key->stage != config::Stage::Hot)
            continue;
        const EffectiveValue value = m_values->effective(key);
        Effective row { nameOf(key), value.value, fallbackOf(key), value.isDefault ? u"default"_s : m_source, {} };
        for (const Warning &warning : m_values->warnings()) {
            if (warning.key == row.key)
                row.warning = warning.text;
        }
        all.append(row);
    }
    return all;
}

void HotConfig::replace(const RawValues &raw, const QString &sourceName)
{
    auto values = std::make_shared<const HotValues>(raw);
    const QList<Warning> now = values->warnings();
    QList<Warning> before;
    {
        const QMutexLocker guard(&m_lock);
        before = m_sourceWarnings + m_values->warnings();
        m_values = std::move(values);
        m_source = sourceName;
        m_sourceWarnings.clear();
    }
    logNew(before, now);
}

void HotConfig::sourceFailed(const QString &sourceName, const QString &reason)
{
    const QList<Warning> now { { QString(), u"%1: %2. The last good values stay in force."_s.arg(sourceName, reason) } };
    QList<Warning> before;
    {
        const QMutexLocker guard(&m_lock);
        before = m_sourceWarnings;
        m_sourceWarnings = now;
    }
    logNew(before, now);
}

void HotConfig::logNew(const QList<Warning> &before, const QList<Warning> &now) const
{
    for (const Warning &warning : now) {
        if (!before.contains(warning))
            qCWarning(logConfig).noquote() << warning.key << warning.text;
    }
}

} // namespace slipway::configuration
