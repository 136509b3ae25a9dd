// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/headfeed.h"

#include <QHostAddress>

#include <cstring>

namespace slipway::httpserver {

HeadFeed::HeadFeed()
{
    setOpenMode(QIODevice::ReadWrite);
    setPeerAddress(QHostAddress(QHostAddress::LocalHost));
    setSocketState(QAbstractSocket::ConnectedState);
}

HeadFeed::~HeadFeed() { setSocketState(QAbstractSocket::UnconnectedState); }

void HeadFeed::offer(const QByteArray &text)
{
    m_text = text;
    m_read = 0;
    Q_EMIT readyRead();
}

bool HeadFeed::isSpent() const { return !m_hungUp && !isTransactionStarted() && bytesAvailable() == 0; }

qint64 HeadFeed::bytesAvailable() const { return QTcpSocket::bytesAvailable() + m_text.size() - m_read; }

qint64 HeadFeed::readData(char *data, qint64 size)
{
    const qsizetype part = qMin<qsizetype>(size, m_text.size() - m_read);
    if (part > 0)
        std::memcpy(data, m_text.constData() + m_read, size_t(part));
    m_read += part;
    return part;
}

qint64 HeadFeed::writeData(const char *, qint64 size)
{
    m_hungUp = true; // QtHttpServer answers by itself only when it refuses.
    return size;
}

} // namespace slipway::httpserver
