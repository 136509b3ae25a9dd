// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/pagequery.h"

#include "shared/config/nearestname.h"

#include <QSet>

#include <limits>

using namespace Qt::StringLiterals;

namespace slipway {
namespace {

constexpr int largestPage = 100;
constexpr qsizetype longestCursor = 4096;
constexpr auto encoding = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;
constexpr QChar separator(0x1f);

} // namespace

PageQuery::PageQuery(const Request &request, const QStringList &known, int usual)
    : m_request(request)
    , m_limit(usual)
{
    const QStringList all = known + QStringList { u"cursor"_s, u"limit"_s };
    QSet<QString> seen;
    for (const auto &[name, value] : request.http->queryItems()) {
        if (!all.contains(name))
            refuse(name, u"unknown_parameter"_s + didYouMean(name, all));
        else if (seen.contains(name))
            refuse(name, u"repeated"_s);
        seen.insert(name);
    }
    m_limit = int(number(u"limit"_s, 1, largestPage).value_or(m_limit));
}

std::optional<QString> PageQuery::text(const QString &name, int longest)
{
    const auto value = m_request.query(name);
    if (!value)
        return std::nullopt;
    if (value->isEmpty() || value->size() > longest) {
        refuse(name, value->isEmpty() ? u"empty"_s : u"too_long"_s);
        return std::nullopt;
    }
    return value;
}

std::optional<QString> PageQuery::oneOf(const QString &name, const QStringList &choices)
{
    const auto value = m_request.query(name);
    if (value && !choices.contains(*value)) {
        refuse(name, u"unknown_value"_s + didYouMean(*value, choices));
        return std::nullopt;
    }
    return value;
}

std::optional<qint64> PageQuery::number(const QString &name, qint64 smallest, qint64 largest)
{
    const auto value = m_request.query(name);
    if (!value)
        return std::nullopt;
    bool isNumber = false;
    const qint64 number = value->toLongLong(&isNumber);
    if (!isNumber || number < smallest || number > largest) {
        refuse(name, isNumber ? u"out_of_range"_s : u"wrong_type"_s);
        return std::nullopt;
    }
    return number;
}

std::optional<Instant> PageQuery::instant(const QString &name)
{
    const auto value = m_request.query(name);
    const auto at = value ? fromIso(*value) : std::nullopt;
    if (value && !at)
        refuse(name, u"wrong_type"_s);
    return at;
}

std::optional<QStringList> PageQuery::cursor(const QString &list, int parts)
{
    const auto text = m_request.query(u"cursor");
    if (!text)
        return std::nullopt;
    const auto decoded = QByteArray::fromBase64Encoding(text->left(longestCursor).toLatin1(),
                                                        encoding | QByteArray::AbortOnBase64DecodingErrors);
    const QStringList read = decoded ? QString::fromUtf8(*decoded).split(separator) : QStringList();
    // Whatever does not read back exactly is no cursor of ours.
    if (read.size() != parts + 1 || read.first() != list || cursorAfter(list, read.mid(1)) != *text) {
        refuse(u"cursor"_s, u"bad_form"_s);
        return std::nullopt;
    }
    return read.mid(1);
}

std::optional<QStringList> PageQuery::cursorByTime(const QString &list)
{
    auto parts = cursor(list, 2);
    const auto at = parts ? fromSql(parts->at(0)) : std::nullopt;
    if (parts && !(at && toSql(*at) == parts->at(0))) {
        refuse(u"cursor"_s, u"bad_form"_s);
        return std::nullopt;
    }
    return parts;
}

qint64 PageQuery::cursorByNumber(const QString &list)
{
    const auto parts = cursor(list, 1);
    if (!parts)
        return std::numeric_limits<qint64>::max();
    const qint64 number = parts->at(0).toLongLong();
    if (number <= 0 || QString::number(number) != parts->at(0))
        refuse(u"cursor"_s, u"bad_form"_s);
    return number;
}

QString PageQuery::cursorAfter(const QString &list, const QStringList &parts)
{
    const QString plain = (QStringList { list } + parts).join(separator);
    return QString::fromLatin1(plain.toUtf8().toBase64(encoding));
}

void PageQuery::finish() const
{
    if (!m_problems.isEmpty())
        throw fieldError(Code::InvalidRequest, m_problems);
}

} // namespace slipway
