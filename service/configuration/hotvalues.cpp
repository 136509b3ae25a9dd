// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/hotvalues.h"

#include "service/configuration/timewindows.h"
#include "shared/config/nearestname.h"

#include <algorithm>

namespace slipway::configuration {
namespace {

using namespace Qt::StringLiterals;
using config::Form;
using config::Kind;
using config::Lean;
using config::Stage;

QStringList splitList(const QString &text)
{
    QStringList items;
    for (const QString &item : text.split(u',')) {
        if (const QString trimmed = item.trimmed(); !trimmed.isEmpty())
            items.append(trimmed);
    }
    return items;
}

std::optional<bool> switchFrom(const QString &text)
{
    const QString word = text.trimmed().toLower();
    if (word == "true"_L1 || word == "on"_L1 || word == "yes"_L1 || word == "1"_L1)
        return true;
    if (word == "false"_L1 || word == "off"_L1 || word == "no"_L1 || word == "0"_L1)
        return false;
    return std::nullopt;
}

bool isBlank(const RawValue &raw)
{
    return std::all_of(raw.items.begin(), raw.items.end(), [](const QString &item) { return item.trimmed().isEmpty(); });
}

/// What is said in a warning must not be longer than a line, nor break it.
QString quoted(const RawValue &raw)
{
    QString text = raw.items.join(u',').simplified();
    if (text.size() > 60)
        text = text.left(60) + u"…"_s;
    return u"'%1'"_s.arg(text);
}

std::optional<QString> choiceFrom(const config::Key &row, const QString &text)
{
    for (const QString &choice : textOf(row.choices).split(u'|')) {
        if (choice.compare(text.trimmed(), Qt::CaseInsensitive) == 0)
            return choice;
    }
    return std::nullopt;
}

bool hasForm(const config::Key &row, const QStringList &items)
{
    if (row.form == Form::TimeZone)
        return zoneNamed(items.value(0)).has_value();
    if (row.form == Form::Windows)
        return TimeWindows::parse(items, QTimeZone::utc()).has_value();
    return true;
}

} // namespace

QString textOf(std::string_view literal) { return QString::fromUtf8(literal.data(), qsizetype(literal.size())); }

QString nameOf(KeyId key) { return textOf(key->name); }

QString fallbackOf(KeyId key) { return textOf(key->fallback); }

QStringList keyNames(std::optional<Stage> stage)
{
    QStringList names;
    for (const config::Key &row : config::keyTable) {
        if (!stage || row.stage == *stage)
            names.append(textOf(row.name));
    }
    return names;
}

HotValues::HotValues(const RawValues &raw)
{
    for (quint16 i = 0; i < config::keyTable.size(); ++i) {
        const KeyId key { i };
        if (key->stage != Stage::Hot)
            continue;
        const auto given = raw.find(nameOf(key));
        m_values[i] = judged(key, given == raw.end() ? nullptr : &given->second);
    }
    judgeTogether();
    refuseUnknown(raw);
}

HotValues::Value HotValues::judged(KeyId key, const RawValue *raw)
{
    if (!raw)
        return leaning(key, key->absent, {});
    if (isBlank(*raw)) {
        // An empty list is a plain way to say "none"; an empty text where something is expected deserves a word.
        const bool deserved = key->blank != Lean::Off && key->kind != Kind::List;
        return leaning(key, key->blank, deserved ? u"is blank"_s : QString());
    }
    QString why;
    if (auto value = read(key, *raw, &why))
        return *value;
    Lean lean = key->wrong;
    if (lean == Lean::Zero) {
        bool isNumber = false;
        const qint64 number = raw->items.value(0).trimmed().toLongLong(&isNumber);
        lean = isNumber && number < 0 ? Lean::Off : Lean::Default;
    }
    return leaning(key, lean, quoted(*raw) + u' ' + why);
}

std::optional<HotValues::Value> HotValues::read(KeyId key, const RawValue &raw, QString *why) const
{
    Value value;
    value.isDefault = false;
    if (key->kind == Kind::List) {
        value.items = raw.isList ? raw.items : splitList(raw.items.value(0));
        *why = u"cannot be read"_s;
        return hasForm(*key, value.items) ? std::optional(value) : std::nullopt;
    }
    if (raw.isList && key->form != Form::Windows) {
        *why = u"is a list, one value is expected"_s;
        return std::nullopt;
    }
    const QString text = raw.items.join(u',').trimmed();
    if (key->kind == Kind::Switch) {
        *why = u"is neither true nor false"_s;
        const auto flag = switchFrom(text);
        value.number = flag.value_or(false) ? 1 : 0;
        value.items = { value.number ? u"true"_s : u"false"_s };
        return flag ? std::optional(value) : std::nullopt;
    }
    if (key->kind == Kind::Number || key->kind == Kind::Milliseconds) {
        bool isNumber = false;
        value.number = text.toLongLong(&isNumber);
        value.items = { QString::number(value.number) };
        *why = u"is not a whole number from %1 to %2"_s.arg(key->minimum).arg(key->maximum);
        return isNumber && value.number >= key->minimum && value.number <= key->maximum ? std::optional(value) : std::nullopt;
    }
    value.items = { text };
    if (key->form == Form::Choice) {
        *why = u"is none of %1%2"_s.arg(textOf(key->choices), didYouMean(text, textOf(key->choices).split(u'|')));
        const auto choice = choiceFrom(*key, text);
        value.items = { choice.value_or(QString()) };
        return choice ? std::optional(value) : std::nullopt;
    }
    *why = u"cannot be read"_s;
    return hasForm(*key, value.items) ? std::optional(value) : std::nullopt;
}

HotValues::Value HotValues::leaning(KeyId key, Lean lean, const QString &why)
{
    Value value;
    const QString fallback = fallbackOf(key);
    switch (lean) {
    case Lean::Unset:
    case Lean::Refuse:
    case Lean::Zero:
    case Lean::Default: {
        const RawValue written = rawText(fallback);
        QString ignored;
        if (!isBlank(written))
            value = read(key, written, &ignored).value_or(Value {});
        break;
    }
    case Lean::Off:
        if (key->kind == Kind::Switch)
            value.items = { u"false"_s };
        else if (key->kind == Kind::Number || key->kind == Kind::Milliseconds)
            value.items = { u"0"_s };
        break;
    case Lean::Closed: value.items = { key->form == Form::Windows ? u"never"_s : u"CLOSED"_s }; break;
    case Lean::Frozen: value.items = { u"always"_s }; break;
    }
    value.isDefault = true;
    if (!why.isEmpty()) {
        const QString inForce = value.items.isEmpty() ? u"nothing"_s : value.items.join(u',');
        m_warnings.append({ nameOf(key), u"%1; in force is %2."_s.arg(why, inForce) });
    }
    return value;
}

void HotValues::judgeTogether()
{
    // Batching claims what was approved, so without approval first there is nothing it could claim.
    constexpr KeyId batching = key("flow.batching");
    if (enabled(batching) && !enabled(key("flow.approvalFirst")))
        m_values[batching.row] = leaning(batching, Lean::Off, u"needs flow.approvalFirst"_s);
}

void HotValues::refuseUnknown(const RawValues &raw)
{
    const QStringList hot = keyNames(Stage::Hot);
    for (const auto &[name, value] : raw) {
        const auto key = findKey(name);
        if (key && (*key)->stage == Stage::Hot)
            continue;
        const QString text =
            key ? u"acts only at start; it belongs into the boot file"_s : u"is no known key"_s + didYouMean(name, hot);
        m_warnings.append({ name, text + u'.' });
    }
}

QString HotValues::text(KeyId key) const { return m_values[key.row].items.join(u','); }

EffectiveValue HotValues::effective(KeyId key) const { return { text(key), m_values[key.row].isDefault }; }

} // namespace slipway::configuration
