// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/session/apiclient.h"
#include "console/session/eventstream.h"

#include <QElapsedTimer>
#include <QTimer>

namespace slipway::console {

/// One service, looked at: whether what is shown is true now, who the service takes us for, and when to look again. It asks for the
/// overview by the clock, sooner when events come, and with growing pauses while nobody answers. Nothing may be done on old news.
class Session : public QObject {
    Q_OBJECT
public:
    enum class State : quint8 {
        Closed, ///< No profile is open.
        Connecting, ///< Nothing was seen yet.
        Fresh, ///< What is shown is true.
        Stale, ///< What is shown was true.
    };

    explicit Session(QNetworkAccessManager &network, QObject *parent = nullptr);
    ~Session() override;

    void open(const Profile &profile, const QString &token);
    void close();

    ApiClient &api() { return m_api; }
    ServerClock &clock() { return m_api.clock(); }
    const Profile &profile() const { return m_profile; }
    State state() const { return m_state; }
    /// Since the last sound answer.
    std::chrono::milliseconds age() const;
    /// Why it is not fresh, in a sentence.
    const QString &problem() const { return m_problem; }
    std::chrono::milliseconds nextTry() const;

    /// Whom the service takes us for; empty until it said so.
    const QString &account() const { return m_account; }
    const QString &displayName() const { return m_displayName; }

    /// Empty: actions may be done. Otherwise the sentence that says why not.
    QString whyNoActions() const;
    bool isReadOnly() const { return m_profile.isReadOnly; }
    void setReadOnly(bool isReadOnly);

    const QJsonObject &overview() const { return m_overview; }
    bool hasEvents() const { return m_events.isLive(); }

    /// How often it looks without being told; zero: only when asked.
    void setPace(std::chrono::milliseconds pace);
    std::chrono::milliseconds pace() const { return m_pace; }
    void setLanguage(const QByteArray &tag);

public Q_SLOTS:
    void refresh();

Q_SIGNALS:
    void stateChanged();
    /// Every second while something is shown.
    void ageChanged();
    void identityChanged();
    void overviewChanged();
    /// Whoever shows a list reads it anew.
    void refreshDue();

private:
    void askWhoWeAre();
    void askOverview();
    void succeed();
    void fail(const QString &problem);
    void setState(State state);
    void plan();
    void watchAge();

    ApiClient m_api;
    EventStream m_events;
    Profile m_profile;
    State m_state = State::Closed;
    QString m_problem;
    QString m_account;
    QString m_displayName;
    QJsonObject m_overview;
    QTimer m_next;
    QTimer m_soon; ///< Many events at once are one reason to look.
    QTimer m_second;
    QElapsedTimer m_sinceSound;
    std::chrono::milliseconds m_pace { 5000 };
    int m_failures = 0;
    bool m_isAsking = false;
};

} // namespace slipway::console
