// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/driver/twinstage.h"

#include <QTest>

/// What the tests of the twin share: the stage, and short words for what is done with it.
class TwinCase : public QObject {
    Q_OBJECT
protected:
    using TwinAnswer = slipway::twin::TwinAnswer;

    TwinAnswer api(const QByteArray &method, const QString &path, const QString &token, const QJsonObject &body = {})
    {
        return m_stage.twin.api(method, path, token, body);
    }
    TwinAnswer admin(const QByteArray &method, const QString &path, const QJsonObject &body = {})
    {
        return m_stage.twin.admin(method, path, body);
    }
    /// A request with exactly these headers.
    TwinAnswer raw(const QByteArray &method, const QString &path, const QList<QPair<QByteArray, QByteArray>> &headers,
                   const QByteArray &body = {})
    {
        return m_stage.twin.raw(method, QUrl(m_stage.twin.apiUrl() + path), headers, body);
    }
    QString at(const QString &below = {}) const { return m_stage.at(below); }
    QString mr(int iid, const QString &below = {}) const { return at(QStringLiteral("/merge_requests/%1").arg(iid)) + below; }
    /// Asks for the settings; the status.
    int policy(const QJsonObject &values)
    {
        const QString path = QString(m_stage.projectPath()).replace(u'/', QStringLiteral("%2F"));
        return admin("POST", QStringLiteral("/projects/%1/policy").arg(path), values).status;
    }
    int fault(const QJsonObject &match, const QJsonObject &deed, QJsonObject rule = {})
    {
        rule.insert(QStringLiteral("match"), match);
        rule.insert(QStringLiteral("do"), deed);
        return admin("POST", QStringLiteral("/faults"), rule).status;
    }
    TwinAnswer human(const QString &op, int iid, QJsonObject order = {})
    {
        order.insert(QStringLiteral("op"), op);
        order.insert(QStringLiteral("project"), m_stage.projectPath());
        if (iid > 0)
            order.insert(QStringLiteral("iid"), iid);
        if (!order.contains(QStringLiteral("user")))
            order.insert(QStringLiteral("user"), QStringLiteral("maintainer"));
        return admin("POST", QStringLiteral("/human"), order);
    }
    /// Waits for that detailed_merge_status.
    bool becomes(int iid, const QString &status)
    {
        const bool came = QTest::qWaitFor([&] { return m_stage.status(iid) == status; }, 20000);
        if (!came)
            qCritical("it is %s", qPrintable(m_stage.status(iid)));
        return came;
    }
    int mergeable(const QString &branch, const QString &title = QStringLiteral("A change"))
    {
        const int iid = m_stage.openMergeRequest(branch, title);
        return becomes(iid, QStringLiteral("mergeable")) ? iid : 0;
    }
    TwinAnswer approve(int iid, const QString &token, const QJsonObject &body = {})
    {
        return api("POST", mr(iid, QStringLiteral("/approve")), token, body);
    }
    void advance(int milliseconds)
    {
        admin("POST", QStringLiteral("/clock/advance"), { { QStringLiteral("ms"), milliseconds } });
    }
    void setClock(const QString &mode) { admin("POST", QStringLiteral("/clock"), { { QStringLiteral("mode"), mode } }); }
    /// Sets everything back that outlives a project.
    void prepare(const QJsonObject &settings = {})
    {
        setClock(QStringLiteral("real"));
        admin("DELETE", QStringLiteral("/human"));
        m_stage.newProject(settings);
    }

    slipway::twin::TwinStage m_stage;
};
