// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/yaml.h"

#include "shared/catalogue/strictjson.h"

#include <QJsonArray>
#include <QLocale>

#include <algorithm>

namespace slipway::catalogue {
namespace {

using namespace Qt::StringLiterals;

bool needsEscape(char32_t code)
{
    return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x2028 || code == 0x2029 || code == 0xFEFF
        || (code >= 0xFFFE && code <= 0xFFFF);
}

QByteArray real(double value)
{
    QByteArray text = QString::number(value, 'g', QLocale::FloatingPointShortest).toLatin1();
    const qsizetype exponent = text.indexOf('e');
    // YAML 1.1 readers take 1e+20 for a text; with a point it is a number for all of them.
    if (exponent > 0 && !text.contains('.'))
        text.insert(exponent, ".0");
    return text;
}

bool isScalar(const QJsonValue &value) { return !value.isObject() && !value.isArray(); }

void writeObject(QByteArray &out, const QJsonObject &object, int indent);
void writeArray(QByteArray &out, const QJsonArray &array, int indent);

/// What follows "key:" or "-".
void writeValue(QByteArray &out, const QJsonValue &value, int indent)
{
    if (isScalar(value)) {
        out += ' ' + scalarText(value) + '\n';
    } else if (value.isObject() && value.toObject().isEmpty()) {
        out += " {}\n";
    } else if (value.isArray() && value.toArray().isEmpty()) {
        out += " []\n";
    } else {
        out += '\n';
        if (value.isObject())
            writeObject(out, value.toObject(), indent + 2);
        else
            writeArray(out, value.toArray(), indent + 2);
    }
}

void writeObject(QByteArray &out, const QJsonObject &object, int indent)
{
    for (auto it = object.begin(); it != object.end(); ++it) {
        out += QByteArray(indent, ' ') + quotedText(it.key()) + ':';
        writeValue(out, it.value(), indent);
    }
}

void writeArray(QByteArray &out, const QJsonArray &array, int indent)
{
    for (const QJsonValue &item : array) {
        out += QByteArray(indent, ' ') + '-';
        writeValue(out, item, indent);
    }
}

/// Reads lines by indentation. Any surprise ends in "nothing".
class YamlReader {
public:
    explicit YamlReader(const QByteArray &text)
        : m_lines(text.split('\n'))
    {
        m_sound = m_lines.last().isEmpty() && !text.contains('\r');
        m_lines.removeLast();
    }

    std::optional<QJsonObject> document()
    {
        const QJsonValue value = block(0, 0);
        if (!m_sound || m_at != m_lines.size() || !value.isObject())
            return std::nullopt;
        return value.toObject();
    }

private:
    static constexpr int deepest = 32;

    bool isAt(int indent) const
    {
        if (m_at >= m_lines.size())
            return false;
        const QByteArray &line = m_lines[m_at];
        const auto first = std::find_if(line.begin(), line.end(), [](char c) { return c != ' '; });
        return first - line.begin() == indent;
    }

    QJsonValue block(int indent, int depth)
    {
        if (!isAt(indent) || depth > deepest)
            return refuse();
        return m_lines[m_at].mid(indent).startsWith('-') ? QJsonValue(array(indent, depth)) : QJsonValue(object(indent, depth));
    }

    QJsonArray array(int indent, int depth)
    {
        QJsonArray array;
        while (m_sound && isAt(indent) && m_lines[m_at].mid(indent).startsWith('-')) {
            const QByteArray rest = m_lines[m_at++].mid(indent + 1);
            array.append(value(rest, indent, depth));
        }
        return array;
    }

    QJsonObject object(int indent, int depth)
    {
        QJsonObject object;
        while (m_sound && isAt(indent) && m_lines[m_at].mid(indent).startsWith('"')) {
            const QByteArray line = m_lines[m_at++].mid(indent);
            const qsizetype end = endOfText(line);
            const QJsonValue key = end < 0 ? refuse() : scalar(line.left(end));
            if (end < 0 || line.mid(end, 1) != ":" || object.contains(key.toString())) {
                refuse();
                break;
            }
            object.insert(key.toString(), value(line.mid(end + 1), indent, depth));
        }
        return object;
    }

    QJsonValue value(const QByteArray &rest, int indent, int depth)
    {
        if (rest.isEmpty())
            return block(indent + 2, depth + 1);
        if (!rest.startsWith(' '))
            return refuse();
        const QByteArray text = rest.mid(1);
        if (text == "{}")
            return QJsonObject();
        if (text == "[]")
            return QJsonArray();
        return scalar(text);
    }

    QJsonValue scalar(const QByteArray &text)
    {
        const auto read = readStrictJson("{\"v\":" + text + '}');
        const auto *object = std::get_if<QJsonObject>(&read);
        const QJsonValue value = object ? object->value("v"_L1) : QJsonValue();
        // Only what would be written the same again: no blanks, no flow style, no second spelling.
        if (!object || object->size() != 1 || !isScalar(value) || scalarText(value) != text)
            return refuse();
        return value;
    }

    static qsizetype endOfText(const QByteArray &line)
    {
        for (qsizetype i = 1; i < line.size(); ++i) {
            if (line[i] == '\\')
                ++i;
            else if (line[i] == '"')
                return i + 1;
        }
        return -1;
    }

    QJsonValue refuse()
    {
        m_sound = false;
        return {};
    }

    QList<QByteArray> m_lines;
    qsizetype m_at = 0;
    bool m_sound = true;
};

} // namespace

QByteArray quotedText(const QString &text)
{
    QByteArray out(1, '"');
    for (const uint code : text.toUcs4()) {
        switch (code) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\t': out += "\\t"; break;
        default:
            if (needsEscape(code))
                out += "\\u" + QByteArray::number(code, 16).rightJustified(4, '0');
            else
                out += QString::fromUcs4(reinterpret_cast<const char32_t *>(&code), 1).toUtf8();
        }
    }
    return out + '"';
}

QByteArray scalarText(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Bool: return value.toBool() ? "true" : "false";
    case QJsonValue::String: return quotedText(value.toString());
    case QJsonValue::Double: {
        const qint64 whole = value.toInteger();
        // toInteger() is the whole part's own value only when nothing was cut off.
        return value == QJsonValue(whole) ? QByteArray::number(whole) : real(value.toDouble());
    }
    default: return "null";
    }
}

QByteArray toYaml(const QJsonObject &object)
{
    QByteArray out;
    writeObject(out, object, 0);
    return out;
}

std::optional<QJsonObject> fromYaml(const QByteArray &text) { return YamlReader(text).document(); }

} // namespace slipway::catalogue
