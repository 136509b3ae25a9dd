// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"

#include <QElapsedTimer>
#include <QHash>
#include <QJsonObject>
#include <QNetworkAccessManager>

namespace slipway::console {

/// A service as it was once, so that the console can be looked at without one: answers what was recorded, with the clock of that
/// moment. Nothing can be done to it, and nothing leaves this process. Everybody above it sees a network like any other.
class RecordedNetwork : public QNetworkAccessManager {
    Q_OBJECT
public:
    /// \a recording: see Recorder.
    explicit RecordedNetwork(const QByteArray &recording, QObject *parent = nullptr);

    bool isSound() const { return !m_answers.isEmpty(); }
    /// By what a question is known: method, path, query without paging, and for a preview what would be done to what.
    static QString questionOf(const QByteArray &method, const QUrl &url, const QJsonObject &body, const QByteArray &language);

protected:
    QNetworkReply *createRequest(Operation operation, const QNetworkRequest &request, QIODevice *body) override;

private:
    struct Recorded {
        int status = 0;
        QByteArray body;
    };
    QByteArray date() const;

    QHash<QString, Recorded> m_answers;
    Instant m_recordedAt;
    QElapsedTimer m_since;
};

} // namespace slipway::console
