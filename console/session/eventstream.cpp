// SPDX-License-Identifier: GPL-3.0-only
#include "console/session/eventstream.h"

#include "console/session/apiclient.h"

#include <QNetworkReply>
#include <QRandomGenerator>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::console {
namespace {

/// Heartbeats come every 15 s.
constexpr auto longestSilence = 45s;
constexpr auto longestWait = 60s;
constexpr qsizetype longestLine = 64 * 1024;

} // namespace

EventStream::EventStream(ApiClient &api, QObject *parent)
    : QObject(parent)
    , m_api(api)
{
    m_retry.setSingleShot(true);
    m_silence.setSingleShot(true);
    m_silence.setInterval(longestSilence);
    connect(&m_retry, &QTimer::timeout, this, &EventStream::connectNow);
    connect(&m_silence, &QTimer::timeout, this, [this] {
        if (m_reply)
            m_reply->abort();
    });
}

EventStream::~EventStream() { end(); }

void EventStream::begin()
{
    end();
    m_lastId.clear();
    m_failures = 0;
    m_isWanted = true;
    connectNow();
}

void EventStream::end()
{
    m_isWanted = false;
    m_retry.stop();
    m_silence.stop();
    if (QNetworkReply *reply = m_reply) {
        m_reply.clear();
        reply->disconnect(this);
        reply->abort();
        reply->deleteLater();
    }
    setLive(false);
}

void EventStream::connectNow()
{
    m_rest.clear();
    m_kind.clear();
    m_text.clear();
    m_nextId = m_lastId;
    QNetworkReply *reply = m_api.open(u"/ops/v1/events"_s, "text/event-stream", m_lastId);
    m_reply = reply;
    m_silence.start();
    connect(reply, &QNetworkReply::readyRead, this, [this, reply] {
        const QByteArray type = reply->header(QNetworkRequest::ContentTypeHeader).toByteArray();
        if (reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() != 200 || !type.startsWith("text/event-stream"))
            return;
        m_silence.start();
        m_failures = 0;
        setLive(true);
        take(reply->readAll());
    });
    connect(reply, &QNetworkReply::finished, this, [this, reply] {
        reply->deleteLater();
        setLive(false);
        retry();
    });
}

void EventStream::retry()
{
    m_silence.stop();
    if (!m_isWanted)
        return;
    ++m_failures;
    const auto wait = std::min<std::chrono::milliseconds>(1000ms * (1 << std::min(m_failures - 1, 6)), longestWait);
    // Not all consoles at the same moment.
    m_retry.start(wait + std::chrono::milliseconds(QRandomGenerator::global()->bounded(int(wait.count() / 4) + 1)));
}

void EventStream::take(const QByteArray &bytes)
{
    m_rest += bytes;
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n')) {
        QByteArray line = m_rest.left(end);
        m_rest.remove(0, end + 1);
        if (line.endsWith('\r'))
            line.chop(1);
        takeLine(line);
    }
    if (m_rest.size() > longestLine)
        m_rest.clear();
}

void EventStream::takeLine(const QByteArray &line)
{
    if (line.isEmpty()) {
        dispatch();
        return;
    }
    const qsizetype colon = line.indexOf(':');
    if (colon == 0) // A comment: the heartbeat.
        return;
    const QByteArray field = colon < 0 ? line : line.left(colon);
    QByteArray value = colon < 0 ? QByteArray() : line.mid(colon + 1);
    if (value.startsWith(' '))
        value.remove(0, 1);
    if (field == "id" && !value.contains('\0'))
        m_nextId = value;
    else if (field == "event")
        m_kind = QString::fromUtf8(value);
    else if (field == "data")
        m_text += m_text.isEmpty() ? value : '\n' + value;
}

void EventStream::dispatch()
{
    m_lastId = m_nextId;
    if (!m_text.isEmpty() || !m_kind.isEmpty())
        Q_EMIT changed(m_kind.isEmpty() ? u"message"_s : m_kind, m_text);
    m_kind.clear();
    m_text.clear();
}

void EventStream::setLive(bool isLive)
{
    if (m_isLive == isLive)
        return;
    m_isLive = isLive;
    Q_EMIT liveChanged(isLive);
}

} // namespace slipway::console
