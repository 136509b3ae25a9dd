// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/placeholders.h"

#include "shared/error.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace slipway::database {
namespace {

constexpr qsizetype listLimit = 500;

bool startsName(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continuesName(char c) { return startsName(c) || (c >= '0' && c <= '9'); }

bool isBindable(const QVariant &value)
{
    if (!value.isValid())
        return true;
    switch (value.typeId()) {
    case QMetaType::Bool:
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
    case QMetaType::Double:
    case QMetaType::QString:
    case QMetaType::QByteArray:
    case QMetaType::Nullptr: return true;
    default: // Not QDateTime: the driver drops its zone and its microseconds. Bind toSql().
        return false;
    }
}

QString hexadecimal(QLatin1StringView introducer, const QByteArray &bytes)
{
    return introducer + QString::fromLatin1(bytes.toHex()) + u'\'';
}

/// A value the driver could bind, as the text protocol writes it.
QString literalOf(const QVariant &value)
{
    switch (value.typeId()) {
    case QMetaType::Bool: return value.toBool() ? u"1"_s : u"0"_s;
    case QMetaType::QString:
        return value.toString().isNull() ? u"NULL"_s : hexadecimal("_utf8mb4 x'"_L1, value.toString().toUtf8());
    case QMetaType::QByteArray: return value.toByteArray().isNull() ? u"NULL"_s : hexadecimal("x'"_L1, value.toByteArray());
    case QMetaType::Double: return value.isNull() ? u"NULL"_s : QString::number(value.toDouble(), 'g', 17);
    default: return value.isNull() ? u"NULL"_s : value.toString(); // Whole numbers, and what holds nothing.
    }
}

} // namespace

Placeholders::Placeholders(const Statement &statement)
    : m_statement(statement.name)
{
    const char *piece = statement.text;
    char quote = 0;
    for (const char *c = piece; *c; ++c) {
        if (quote) {
            if (*c == quote)
                quote = 0;
        } else if (*c == '\'' || *c == '"' || *c == '`') {
            quote = *c;
        } else if (*c == ':' && startsName(c[1])) {
            m_pieces.append(QString::fromUtf8(piece, c - piece));
            const char *name = c + 1;
            while (continuesName(c[1]))
                ++c;
            m_names.emplace_back(name, c + 1 - name);
            piece = c + 1;
        }
    }
    m_pieces.append(QString::fromUtf8(piece));
}

Placeholders::Filled Placeholders::fill(const Bindings &bindings) const
{
    refuseUnknown(bindings);
    Filled filled { m_pieces.front(), {}, true };
    for (size_t i = 0; i < m_names.size(); ++i) {
        const QVariant &value = valueOf(bindings, m_names[i]);
        const bool isList = value.typeId() == QMetaType::QVariantList || value.typeId() == QMetaType::QStringList;
        const QVariantList items = isList ? value.toList() : QVariantList { value };
        if (items.isEmpty() || items.size() > listLimit)
            refuse(m_names[i], "a list holds 1 to 500 items"_L1);
        if (!std::all_of(items.begin(), items.end(), isBindable))
            refuse(m_names[i], "a value of this type is not bound; give numbers, text or bytes"_L1);
        filled.reusable = filled.reusable && !isList;
        filled.text += u'?' + u",?"_s.repeated(items.size() - 1) + m_pieces[qsizetype(i) + 1];
        filled.values += items;
    }
    return filled;
}

QString Placeholders::literal(const Bindings &bindings) const
{
    refuseUnknown(bindings);
    QString text = m_pieces.front();
    for (size_t i = 0; i < m_names.size(); ++i) {
        const QVariant &value = valueOf(bindings, m_names[i]);
        if (!isBindable(value))
            refuse(m_names[i], "a value of this type is not written; give numbers, text or bytes"_L1);
        text += literalOf(value) + m_pieces[qsizetype(i) + 1];
    }
    return text;
}

const QVariant &Placeholders::valueOf(const Bindings &bindings, const QByteArray &name) const
{
    const QVariant *found = nullptr;
    for (const Bindings::Item &item : bindings.items()) {
        if (name != item.name)
            continue;
        if (found)
            refuse(name, "bound twice"_L1);
        found = &item.value;
    }
    if (!found)
        refuse(name, "not bound"_L1);
    return *found;
}

void Placeholders::refuseUnknown(const Bindings &bindings) const
{
    for (const Bindings::Item &item : bindings.items()) {
        if (std::find(m_names.begin(), m_names.end(), item.name) == m_names.end())
            refuse(item.name, "the statement has no such placeholder"_L1);
    }
}

void Placeholders::refuse(const QByteArray &name, QLatin1StringView why) const
{
    throw Error(Code::InternalError,
                u"%1: placeholder :%2: %3"_s.arg(QLatin1StringView(m_statement), QString::fromUtf8(name), why));
}

} // namespace slipway::database
