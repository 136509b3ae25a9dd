// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QNetworkReply>

namespace slipway::console {

/// An answer out of a recording: there at once, told from the event loop like any other.
class RecordedReply : public QNetworkReply {
    Q_OBJECT
public:
    RecordedReply(QNetworkAccessManager::Operation operation, const QNetworkRequest &request, int status,
                  const QByteArray &body, const QByteArray &date, QObject *parent);

    void abort() override { }
    qint64 bytesAvailable() const override { return m_body.size() - m_read + QNetworkReply::bytesAvailable(); }
    bool isSequential() const override { return true; }

protected:
    qint64 readData(char *data, qint64 longest) override;

private:
    QByteArray m_body;
    qint64 m_read = 0;
};

} // namespace slipway::console
