// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/bootreader.h"

#include "service/configuration/hotvalues.h"
#include "shared/config/nearestname.h"

#include <QDir>
#include <QFileInfo>

namespace slipway::configuration {

using namespace Qt::StringLiterals;
using config::Lean;
using config::Stage;

BootReader::BootReader(QString file, RawValues raw)
    : m_file(std::move(file))
    , m_raw(std::move(raw))
{
}

const RawValue *BootReader::rawOf(KeyId key) const
{
    const auto found = m_raw.find(nameOf(key));
    return found == m_raw.end() ? nullptr : &found->second;
}

bool BootReader::isGiven(KeyId key) const
{
    const RawValue *raw = rawOf(key);
    return raw && !raw->items.join(QString()).trimmed().isEmpty();
}

QMap<QString, QString> BootReader::given() const
{
    QMap<QString, QString> all;
    for (quint16 i = 0; i < config::keyTable.size(); ++i) {
        const KeyId key { i };
        if (key->stage == Stage::Boot && isGiven(key))
            all.insert(nameOf(key), rawOf(key)->items.join(u", "_s).trimmed());
    }
    return all;
}

QString BootReader::written(KeyId key)
{
    if (!isGiven(key)) {
        if (key->absent == Lean::Refuse)
            problem(key, u"must be set: %1"_s.arg(textOf(key->meaning)));
        return fallbackOf(key);
    }
    const RawValue *raw = rawOf(key);
    if (raw->isList) {
        problem(key, u"must be one value, not a list"_s);
        return fallbackOf(key);
    }
    return raw->items.value(0).trimmed();
}

QString BootReader::text(KeyId key)
{
    const QString value = written(key);
    if (key->form != config::Form::Choice || value.isEmpty())
        return value;
    const QString choices = textOf(key->choices);
    if (choices.split(u'|').contains(value))
        return value;
    problem(key, u"is '%1', but must be one of %2%3"_s.arg(value, choices, didYouMean(value, choices.split(u'|'))));
    return fallbackOf(key);
}

QStringList BootReader::list(KeyId key)
{
    const RawValue *raw = rawOf(key);
    QStringList items;
    for (const QString &item : raw ? (raw->isList ? raw->items : raw->items.value(0).split(u',')) : QStringList()) {
        if (const QString trimmed = item.trimmed(); !trimmed.isEmpty())
            items.append(trimmed);
    }
    return items;
}

int BootReader::number(KeyId key)
{
    bool isNumber = false;
    const qint64 value = written(key).toLongLong(&isNumber);
    if (isNumber && value >= key->minimum && value <= key->maximum)
        return int(value);
    problem(key, u"must be a whole number from %1 to %2"_s.arg(key->minimum).arg(key->maximum));
    return fallbackOf(key).toInt();
}

bool BootReader::enabled(KeyId key)
{
    const QString value = written(key);
    if (value != "true"_L1 && value != "false"_L1)
        problem(key, u"must be true or false"_s);
    return value == "true"_L1;
}

Endpoint BootReader::endpoint(KeyId key)
{
    const QString value = written(key);
    if (const auto endpoint = Endpoint::parse(value))
        return *endpoint;
    problem(key, u"is '%1', but must be an address and a port such as 127.0.0.1:8420 or [::1]:8420"_s.arg(value));
    return {};
}

QString BootReader::path(KeyId key)
{
    const QString value = written(key);
    return value.isEmpty() ? value : QDir::cleanPath(QFileInfo(m_file).absoluteDir().absoluteFilePath(value));
}

void BootReader::problem(KeyId key, const QString &text)
{
    const RawValue *raw = rawOf(key);
    m_problems.append({ m_file, raw ? raw->line : 0, u"%1 %2"_s.arg(nameOf(key), text) });
}

void BootReader::refuseUnknown()
{
    for (const auto &[name, value] : m_raw) {
        const auto key = findKey(name);
        if (key && (*key)->stage == Stage::Boot)
            continue;
        const QString text = key ? u"%1 is a hot key; write it into the file or table of hot keys"_s.arg(name)
                                 : u"%1 is no known key%2"_s.arg(name, didYouMean(name, keyNames(Stage::Boot)));
        m_problems.append({ m_file, value.line, text });
    }
}

} // namespace slipway::configuration
