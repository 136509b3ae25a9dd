// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/strictjson.h"

#include <QJsonArray>
#include <QStringDecoder>

#include <cmath>

namespace slipway {
namespace {

using namespace Qt::StringLiterals;

/// Thrown and caught within this file only: the first problem ends the reading.
struct Refused {
    QString reason;
};

class Reader {
public:
    Reader(const QByteArray &bytes, int maxDepth)
        : m_bytes(bytes)
        , m_depthLeft(maxDepth)
    {
    }

    QJsonObject document()
    {
        skipBlanks();
        const QJsonValue value = this->value();
        skipBlanks();
        if (m_at != m_bytes.size())
            throw Refused { u"malformed_json"_s };
        if (!value.isObject())
            throw Refused { u"not_an_object"_s };
        return value.toObject();
    }

    QString path() const { return m_path.join(QString()); }
    int line() const { return int(m_bytes.left(m_at).count('\n')) + 1; }

private:
    char peek() const { return m_at < m_bytes.size() ? m_bytes[m_at] : '\0'; }

    void skipBlanks()
    {
        while (m_at < m_bytes.size() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r'))
            ++m_at;
    }

    void expect(char wanted)
    {
        if (peek() != wanted || m_at >= m_bytes.size())
            throw Refused { u"malformed_json"_s };
        ++m_at;
    }

    bool took(char wanted)
    {
        if (peek() != wanted || m_at >= m_bytes.size())
            return false;
        ++m_at;
        return true;
    }

    QJsonValue word(QByteArrayView text, const QJsonValue &meaning)
    {
        if (!QByteArrayView(m_bytes).sliced(m_at).startsWith(text))
            throw Refused { u"malformed_json"_s };
        m_at += text.size();
        return meaning;
    }

    QJsonValue value()
    {
        switch (peek()) {
        case '{': return object();
        case '[': return array();
        case '"': return text();
        case 't': return word("true", true);
        case 'f': return word("false", false);
        case 'n': return word("null", QJsonValue::Null);
        default: return number();
        }
    }

    void enter()
    {
        if (--m_depthLeft < 0)
            throw Refused { u"too_deep"_s };
        ++m_at;
        skipBlanks();
    }

    QJsonObject object()
    {
        enter();
        QJsonObject object;
        if (took('}')) {
            ++m_depthLeft;
            return object;
        }
        do {
            skipBlanks();
            const QString key = text();
            m_path.append((m_path.isEmpty() ? QString() : u"."_s) + key);
            if (object.contains(key))
                throw Refused { u"duplicate_key"_s };
            skipBlanks();
            expect(':');
            skipBlanks();
            object.insert(key, value());
            m_path.removeLast();
            skipBlanks();
        } while (took(','));
        expect('}');
        ++m_depthLeft;
        return object;
    }

    QJsonArray array()
    {
        enter();
        QJsonArray array;
        if (took(']')) {
            ++m_depthLeft;
            return array;
        }
        do {
            skipBlanks();
            m_path.append(u"[%1]"_s.arg(array.size()));
            array.append(value());
            m_path.removeLast();
            skipBlanks();
        } while (took(','));
        expect(']');
        ++m_depthLeft;
        return array;
    }

    QString text()
    {
        expect('"');
        QString decoded;
        while (true) {
            const qsizetype begin = m_at;
            while (m_at < m_bytes.size() && peek() != '"' && peek() != '\\' && uchar(peek()) >= 0x20)
                ++m_at;
            QStringDecoder utf8(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
            decoded += utf8(QByteArrayView(m_bytes).sliced(begin, m_at - begin));
            if (utf8.hasError())
                throw Refused { u"bad_text"_s };
            if (took('"'))
                break;
            expect('\\');
            decoded += escaped();
        }
        // Pairs may be written as two escapes, so only the whole text shows whether one of them stands alone.
        if (!decoded.isValidUtf16() || decoded.contains(QChar(u'\0')))
            throw Refused { u"bad_text"_s };
        return decoded;
    }

    QChar escaped()
    {
        static constexpr QByteArrayView names("\"\\/bfnrt"), meanings("\"\\/\b\f\n\r\t");
        const char name = peek();
        if (m_at < m_bytes.size() && name != '\0' && names.contains(name)) {
            ++m_at;
            return QLatin1Char(meanings[names.indexOf(name)]);
        }
        expect('u');
        const QByteArray digits = m_bytes.mid(m_at, 4);
        char16_t unit = 0;
        for (const char digit : digits) {
            if (!std::isxdigit(uchar(digit)))
                throw Refused { u"malformed_json"_s };
            unit = char16_t(unit * 16 + (digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10));
        }
        if (digits.size() != 4)
            throw Refused { u"malformed_json"_s };
        m_at += 4;
        return QChar(unit);
    }

    qsizetype digits()
    {
        const qsizetype begin = m_at;
        while (peek() >= '0' && peek() <= '9')
            ++m_at;
        if (m_at == begin)
            throw Refused { u"malformed_json"_s };
        return m_at - begin;
    }

    QJsonValue number()
    {
        const qsizetype begin = m_at;
        took('-');
        const bool startsWithZero = peek() == '0';
        if (digits() > 1 && startsWithZero)
            throw Refused { u"malformed_json"_s };
        bool isWhole = true;
        if (took('.')) {
            isWhole = false;
            digits();
        }
        if (took('e') || took('E')) {
            isWhole = false;
            if (!took('+'))
                took('-');
            digits();
        }
        const QByteArray text = m_bytes.mid(begin, m_at - begin);
        bool fits = false;
        if (const qint64 whole = text.toLongLong(&fits); isWhole && fits)
            return whole;
        const double real = text.toDouble(&fits);
        if (!fits || !std::isfinite(real) || text.size() > 400)
            throw Refused { u"bad_number"_s };
        return real;
    }

    const QByteArray &m_bytes;
    qsizetype m_at = 0;
    int m_depthLeft;
    QStringList m_path;
};

} // namespace

std::variant<QJsonObject, JsonProblem> readStrictJson(const QByteArray &bytes, int maxDepth)
{
    Reader reader(bytes, maxDepth);
    try {
        return reader.document();
    } catch (const Refused &refused) {
        return JsonProblem { refused.reason, reader.path(), reader.line() };
    }
}

} // namespace slipway
