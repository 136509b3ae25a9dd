// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/session/apiclient.h"

#include <QJsonArray>
#include <QQueue>
#include <QSet>

namespace slipway::console {

/// Writes down what a service answers to everything the console can ask, in both languages: lists, each batch and request in them, and
/// the plan of each action that is advised. Previews change nothing. What it makes is what RecordedNetwork plays.
class Recorder : public QObject {
    Q_OBJECT
public:
    Recorder(QNetworkAccessManager &network, const Profile &profile, QObject *parent = nullptr);

    void begin();

Q_SIGNALS:
    /// All of it; empty with a \a problem.
    void finished(const QByteArray &recording, const QString &problem);

private:
    struct Question {
        QByteArray language;
        QString path;
        QJsonObject body; ///< Of a preview.
    };
    void ask(const Question &question);
    void next();
    void take(const Question &question, const Answer &answer);
    void askAbout(const QByteArray &language, const QJsonObject &item);
    void askPlans(const QByteArray &language, const QJsonObject &diagnosis);

    ApiClient m_api;
    Profile m_profile;
    QQueue<Question> m_questions;
    QSet<QString> m_asked;
    QJsonArray m_answers;
};

} // namespace slipway::console
