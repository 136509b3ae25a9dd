// SPDX-License-Identifier: GPL-3.0-only
#include "tests/corpus/judge.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QUrl>

namespace slipway::corpus {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 soon = 5'000;

/// Words that only our insides use.
const QRegularExpression &insides()
{
    static const QRegularExpression pattern(
        uR"(SELECT |INSERT |UPDATE |mysql|maria|errno|\.cpp:|/home/|/usr/|/tmp/|0x[0-9a-f]{8}|stack trace|\bQ[A-Z][a-z]+[A-Z]?\w*|rule code|libgit2|nlohmann|std::)"_s);
    return pattern;
}

QByteArray without(QByteArray text, const QByteArray &sent)
{
    if (sent.isEmpty())
        return text;
    text.replace(sent, "");
    QByteArray escaped = QJsonDocument(QJsonObject { { u"x"_s, QString::fromUtf8(sent) } }).toJson(QJsonDocument::Compact);
    escaped = escaped.mid(6, escaped.size() - 8);
    if (!escaped.isEmpty())
        text.replace(escaped, "");
    return text.replace(QUrl::toPercentEncoding(QString::fromUtf8(sent)), "");
}

QStringList shapeProblems(const test::RawReply &reply)
{
    const QJsonObject body = QJsonDocument::fromJson(reply.body).object();
    QStringList keys = body.keys();
    keys.sort();
    if (keys != QStringList { u"code"_s, u"data"_s, u"message"_s, u"traceId"_s })
        return { u"the refusal is no envelope: %1"_s.arg(QString::fromUtf8(reply.body.left(200))) };
    QStringList problems;
    if (body["code"_L1].toString().isEmpty() || body["message"_L1].toString().isEmpty()
        || body["traceId"_L1].toString().size() != 32)
        problems.append(u"the envelope is not filled in: %1"_s.arg(QString::fromUtf8(reply.body.left(200))));
    if (!reply.head.contains("content-type: application/json\r\n"))
        problems.append(u"the envelope is not called JSON"_s);
    return problems;
}

} // namespace

QStringList complaintsAbout(const test::RawReply &reply, const QByteArray &sent)
{
    QStringList problems;
    if (reply.status < 200 || reply.status >= 500)
        problems.append(u"answered %1: %2"_s.arg(reply.status).arg(QString::fromUtf8(reply.body.left(200))));
    const bool isBodyless = reply.body.isEmpty() && (reply.status == 204 || reply.status == 304);
    if (reply.status >= 400 && !isBodyless)
        problems += shapeProblems(reply);
    const QString text = QString::fromUtf8(without(reply.head + reply.body, sent));
    if (const auto leak = insides().match(text); leak.hasMatch())
        problems.append(
            u"shows '%1': %2"_s.arg(leak.captured(), text.mid(std::max<qsizetype>(0, leak.capturedStart() - 60), 160)));
    return problems;
}

QStringList complaintsAbout(const QList<test::RawReply> &replies, const QByteArray &sent, qint64 milliseconds)
{
    QStringList problems;
    if (milliseconds > soon)
        problems.append(u"took %1 ms"_s.arg(milliseconds));
    if (replies.isEmpty())
        problems.append(u"was not answered"_s);
    for (const test::RawReply &reply : replies)
        problems += complaintsAbout(reply, sent);
    return problems;
}

} // namespace slipway::corpus
