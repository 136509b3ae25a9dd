// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/requestparser.h"

#include "service/httpserver/acceptor.h"
#include "service/httpserver/headfeed.h"

#include <QHttpServerRequest>
#include <QHttpServerResponder>
#include <QUrl>

namespace slipway::httpserver {
namespace {

Method methodOf(QHttpServerRequest::Method method)
{
    using Qt = QHttpServerRequest::Method;
    switch (method) {
    case Qt::Get: return Method::Get;
    case Qt::Head: return Method::Head;
    case Qt::Post: return Method::Post;
    case Qt::Put: return Method::Put;
    case Qt::Patch: return Method::Patch;
    case Qt::Delete: return Method::Delete;
    case Qt::Options: return Method::Options;
    default: return Method::Other;
    }
}

bool samePath(const QUrl &url, QByteArrayView path)
{
    const QString theirs = url.path(QUrl::FullyDecoded);
    if (!path.contains('%'))
        return theirs == QLatin1StringView(path.data(), path.size());
    return theirs == QString::fromUtf8(QByteArray::fromPercentEncoding(path.toByteArray()));
}

bool sameFields(const QList<QPair<QByteArray, QByteArray>> &theirs, const Head &head)
{
    qsizetype at = 0;
    for (const Head::Field &field : head.fields) {
        if (field.framing)
            continue;
        if (at >= theirs.size())
            return false;
        const auto &[name, value] = theirs[at++];
        // Newer versions of Qt turn names into lower case.
        if (QByteArrayView(name).compare(field.name, Qt::CaseInsensitive) != 0 || value != field.value)
            return false;
    }
    return at == theirs.size();
}

QByteArray withoutFraming(const Head &head)
{
    QByteArray text;
    text.reserve(head.text.size() + 2);
    text.append(head.requestLine).append("\r\n");
    for (const Head::Field &field : head.fields) {
        if (!field.framing)
            text.append(field.name).append(": ").append(field.value).append("\r\n");
    }
    return text.append("\r\n");
}

} // namespace

RequestParser::RequestParser(Acceptor *acceptor)
    : m_acceptor(acceptor)
{
    bind(acceptor);
    renewFeed();
}

RequestParser::~RequestParser() { delete m_feed; }

void RequestParser::renewFeed()
{
    delete m_feed;
    m_feed = new HeadFeed;
    m_acceptor->offerToParser(m_feed);
}

bool RequestParser::agrees(const Head &head)
{
    m_head = &head;
    m_requestsSeen = 0;
    m_same = false;
    m_feed->offer(withoutFraming(head));
    m_head = nullptr;
    if (!m_feed->isSpent()) {
        // Whatever is left in there would become part of somebody else's request.
        renewFeed();
        return false;
    }
    return m_same && m_requestsSeen == 1;
}

bool RequestParser::handleRequest(const QHttpServerRequest &request, Channel)
{
    ++m_requestsSeen;
    m_same = m_head && methodOf(request.method()) == m_head->method && request.body().isEmpty()
        && sameFields(request.headers(), *m_head) && samePath(request.url(), m_head->path);
    return true;
}

void RequestParser::missingHandler(const QHttpServerRequest &, MissingChannel) { m_same = false; }

} // namespace slipway::httpserver
