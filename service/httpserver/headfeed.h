// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QTcpSocket>

namespace slipway::httpserver {

/// A socket that is connected to nobody: QtHttpServer reads from it the heads it is handed. It has no descriptor and
/// takes no answer.
class HeadFeed final : public QTcpSocket {
    Q_OBJECT
public:
    HeadFeed();
    ~HeadFeed() override;

    /// Hands \a text to whoever reads this socket, before it returns.
    void offer(const QByteArray &text);
    /// True when everything was read and nothing hung up: only then may the feed be used again.
    bool isSpent() const;

    qint64 bytesAvailable() const override;
    void disconnectFromHost() override { m_hungUp = true; }

protected:
    qint64 readData(char *data, qint64 size) override;
    qint64 writeData(const char *data, qint64 size) override;

private:
    QByteArray m_text;
    qsizetype m_read = 0;
    bool m_hungUp = false;
};

} // namespace slipway::httpserver
