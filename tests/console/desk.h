// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/models/listfeed.h"
#include "console/models/listtables.h"
#include "console/session/session.h"
#include "tests/support/journey.h"

#include <QNetworkAccessManager>

/// One maintainer at a console without a window: its session, its lists, its actions, on a real service. Every function waits for what it
/// says and throws std::runtime_error when it does not come. Main thread only.
class Desk {
public:
    Desk(slipway::support::Journey &journey, const QString &account);

    slipway::console::Session &session() { return m_session; }

    /// The line of that kind with that diagnosis ("" for one without), once it is there.
    slipway::protocol::AttentionItem awaitAttention(const QString &kind, const QString &code);
    void awaitNothingWaits();
    /// The diagnosis that the list of requests shows, once it is that one.
    slipway::protocol::Diagnosis awaitDiagnosis(const QString &operation, const QString &code);
    slipway::console::Target request(const QString &id) { return row(m_requests, id); }
    void awaitRequest(const QString &id, const QString &status);
    slipway::console::Target awaitBatch(qint64 id, const QString &status);

    /// All of it: guard, plan, confirmation as it asks for, run. The outcomes, joined; "NOT BEGUN" where the console itself refuses. Who
    /// refuses without saying why makes it throw.
    QString act(slipway::recovery::Action action, const slipway::console::Selection &selection,
                const QJsonObject &parameters = {});
    /// The same for one request as it stands now. A step may move between the look and the decision; who is told so looks again.
    QString actOnRequest(slipway::recovery::Action action, const QString &id);
    /// The same for somebody whose console knows nothing of why not: what the service alone says.
    QString actBlindly(slipway::recovery::Action action, slipway::console::Target target);
    /// Olga asks for it, Bob confirms it; both outcomes.
    static QString actByTwo(Desk &olga, Desk &bob, slipway::recovery::Action action, const slipway::console::Target &target);
    /// Why the last one was refused.
    const QString &reason() const { return m_reason; }

    static void await(const QString &what, const std::function<bool()> &condition);

private:
    slipway::console::Target row(slipway::console::RowsModel &model, const QString &id);
    QString refused(const QString &outcome, const QString &reason);

    QNetworkAccessManager m_network;
    slipway::console::Session m_session;
    slipway::console::ListModel<slipway::protocol::AttentionItem> m_attention;
    slipway::console::ListModel<slipway::protocol::OperationSummary> m_requests;
    slipway::console::ListModel<slipway::protocol::BatchSummary> m_batches;
    std::vector<std::unique_ptr<slipway::console::ListFeed>> m_feeds;
    QString m_reason;
};

/// A stack with two maintainers, Olga and Bob.
slipway::support::Stack::Options stackWith(const QMap<QString, QString> &hot, const QJsonObject &policy = {});
/// A journey on it.
slipway::support::Journey journeyWith(const QMap<QString, QString> &hot, const QJsonObject &policy = {});
/// Hot keys with those that give each request a merge request of its own.
QMap<QString, QString> single(QMap<QString, QString> more = {});
/// Asked by Ann, approved: its id.
QString approvedRequest(slipway::support::Journey &journey, const QString &subject = QStringLiteral("ann"));
