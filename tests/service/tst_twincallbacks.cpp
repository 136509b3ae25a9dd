// SPDX-License-Identifier: GPL-3.0-only
// The twin's approval system, deploy pipeline and webhooks, seen from the service they call.
#include "tests/twin/driver/callbackreceiver.h"
#include "tests/twin/driver/twinstage.h"

#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using slipway::twin::CallbackReceiver;
using slipway::twin::TwinAnswer;
using slipway::twin::TwinStage;

class TwinCallbacksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_receiver = std::make_unique<CallbackReceiver>();
        m_stage.newProject();
        QCOMPARE(admin("POST", u"/services"_s,
                       { { u"url"_s, m_receiver->url() },
                         { u"approval_secret"_s, u"s1"_s },
                         { u"deploy_secret"_s, u"s2"_s },
                         { u"webhook_secret"_s, u"s3"_s },
                         { u"webhooks"_s, false },
                         { u"retry_ms"_s, QJsonArray { 10, 20 } } })
                     .status,
                 200);
        admin("POST", u"/approvals/policy"_s,
              { { u"auto"_s, u"none"_s },
                { u"drop"_s, 0 },
                { u"duplicate"_s, 0 },
                { u"hold"_s, false },
                { u"bad_signature"_s, 0 } });
        admin("POST", u"/deploys/policy"_s,
              { { u"delay_ms"_s, 5 }, { u"drop"_s, 0 }, { u"hold"_s, false }, { u"result"_s, u"success"_s } });
    }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void onlyKnownCallersMayAsk()
    {
        QCOMPARE(approvals("POST", {}, question(u"op-1"_s), "Bearer wrong").status, 401);
        QCOMPARE(approvals("POST", {}, { { u"operation_id"_s, u"x"_s } }).status, 400);
        QCOMPARE(approvals("GET", u"/no-such-key"_s).status, 404);
    }

    void askingTwiceIsOneQuestion()
    {
        const int before = m_stage.twin.effectCount(u"approval_created"_s);
        QCOMPARE(approvals("POST", {}, question(u"op-2"_s)).status, 201);
        QCOMPARE(approvals("POST", {}, question(u"op-2"_s)).status, 200);
        QJsonObject other = question(u"op-2"_s);
        other.insert(u"reason"_s, u"another"_s);
        QCOMPARE(approvals("POST", {}, other).status, 409);
        QCOMPARE(m_stage.twin.effectCount(u"approval_created"_s), before + 1);
        QCOMPARE(approvals("GET", u"/key-op-2"_s).json[u"state"_s].toString(), u"pending"_s);
    }

    void aDecisionIsSentSignedUntilItIsAccepted()
    {
        m_receiver->answerFirstWith({ 503, 401 });
        QCOMPARE(approvals("POST", {}, question(u"op-3"_s)).status, 201);
        QCOMPARE(decide(u"op-3"_s, u"approved"_s).status, 200);
        QTRY_COMPARE(m_receiver->received().size(), 3);
        const QList<CallbackReceiver::Callback> all = m_receiver->received();
        for (const CallbackReceiver::Callback &callback : all) {
            QCOMPARE(callback.path, QByteArray("/callbacks/approval"));
            QVERIFY(callback.isSignedWith("s1"));
            QVERIFY(!callback.isSignedWith("s2"));
            QCOMPARE(callback.json, all.first().json);
        }
        QCOMPARE(all.first().json[u"operationId"_s].toString(), u"op-3"_s);
        QCOMPARE(all.first().json[u"decision"_s].toString(), u"approved"_s);
        QCOMPARE(all.first().json[u"approver"_s].toString(), u"boss"_s);
        QCOMPARE(all.first().json[u"ext"_s][u"mrId"_s].toInt(), 7);
        const QJsonObject delivery =
            admin("GET", u"/deliveries?kind=approval"_s).json[u"deliveries"_s].toArray().last().toObject();
        QTRY_COMPARE(admin("GET", u"/deliveries?kind=approval"_s).json[u"deliveries"_s].toArray().last()[u"state"_s].toString(),
                     u"delivered"_s);
        QCOMPARE(delivery[u"event_id"_s].toString(), all.first().json[u"eventId"_s].toString());
        QCOMPARE(decide(u"op-3"_s, u"rejected"_s).status, 409);
        const QJsonObject truth = approvals("GET", u"/key-op-3"_s).json;
        QCOMPARE(truth[u"state"_s].toString(), u"approved"_s);
        QCOMPARE(truth[u"version"_s].toInt(), 2);
    }

    void aPolicyDecidesByItself()
    {
        admin("POST", u"/approvals/policy"_s,
              { { u"auto"_s, u"reject"_s }, { u"delay_ms"_s, 5 }, { u"approver"_s, u"robot"_s } });
        QCOMPARE(approvals("POST", {}, question(u"op-4"_s)).status, 201);
        QTRY_COMPARE(m_receiver->received().size(), 1);
        QCOMPARE(m_receiver->received().first().json[u"decision"_s].toString(), u"rejected"_s);
        QCOMPARE(m_receiver->received().first().json[u"approver"_s].toString(), u"robot"_s);
    }

    void aWithdrawnQuestionStaysSilent()
    {
        QCOMPARE(approvals("POST", {}, question(u"op-5"_s)).status, 201);
        QCOMPARE(approvals("POST", u"/key-op-5/cancel"_s).json[u"state"_s].toString(), u"withdrawn"_s);
        QCOMPARE(decide(u"op-5"_s, u"approved"_s).status, 409);
        QVERIFY(m_receiver->received().isEmpty());
    }

    void heldDroppedDoubledAndForgedCallbacks()
    {
        admin("POST", u"/approvals/policy"_s, { { u"hold"_s, true } });
        approvals("POST", {}, question(u"op-6"_s));
        decide(u"op-6"_s, u"approved"_s);
        QCOMPARE(lastDelivery(u"approval"_s)[u"state"_s].toString(), u"held"_s);
        admin("POST", u"/approvals/release"_s);
        QTRY_COMPARE(m_receiver->received().size(), 1);
        admin("POST", u"/approvals/policy"_s, { { u"hold"_s, false }, { u"drop"_s, 1 }, { u"duplicate"_s, 1 } });
        approvals("POST", {}, question(u"op-7"_s));
        decide(u"op-7"_s, u"approved"_s);
        QCOMPARE(lastDelivery(u"approval"_s)[u"state"_s].toString(), u"dropped"_s);
        approvals("POST", {}, question(u"op-8"_s));
        decide(u"op-8"_s, u"approved"_s);
        QTRY_COMPARE(m_receiver->received().size(), 3);
        QCOMPARE(m_receiver->received()[1].json, m_receiver->received()[2].json);
        admin("POST", u"/approvals/policy"_s, { { u"bad_signature"_s, 1 } });
        approvals("POST", {}, question(u"op-9"_s));
        decide(u"op-9"_s, u"approved"_s);
        QTRY_COMPARE(m_receiver->received().size(), 4);
        QVERIFY(!m_receiver->received()[3].isSignedWith("s1"));
    }

    void aMergeIsDeployedAndTold()
    {
        const int iid = m_stage.openMergeRequest(u"deploy"_s);
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
        QVERIFY(received("/callbacks/deploy").isEmpty());
        QCOMPARE(m_stage.merge(iid).status, 200);
        QTRY_COMPARE(received("/callbacks/deploy").size(), 1);
        const CallbackReceiver::Callback callback = received("/callbacks/deploy").first();
        QCOMPARE(callback.path, QByteArray("/callbacks/deploy"));
        QVERIFY(callback.isSignedWith("s2"));
        QCOMPARE(callback.json[u"project"_s].toString(), m_stage.projectPath());
        QCOMPARE(callback.json[u"result"_s].toString(), u"success"_s);
        QCOMPARE(callback.json[u"sha"_s].toString(), m_stage.head(u"main"_s));
        QCOMPARE(callback.json[u"mrIid"_s].toInt(), iid);
        QCOMPARE(m_stage.effects(u"deploy"_s), 1);
        QCOMPARE(admin("POST", u"/deploys"_s, { { u"project"_s, m_stage.projectPath() }, { u"result"_s, u"failed"_s } }).status,
                 201);
        QTRY_COMPARE(received("/callbacks/deploy").size(), 2);
        QCOMPARE(received("/callbacks/deploy")[1].json[u"result"_s].toString(), u"failed"_s);
    }

    void webhooksAreHintsSentOnce()
    {
        admin("POST", u"/deploys/policy"_s, { { u"drop"_s, 1 } });
        admin("POST", u"/services"_s, { { u"webhooks"_s, true } });
        m_receiver->answerFirstWith(QList<int>(3, 500));
        const int iid = m_stage.openMergeRequest(u"hook"_s);
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
        QCOMPARE(m_stage.merge(iid).status, 200);
        const auto merges = [&] {
            QList<CallbackReceiver::Callback> found;
            for (const CallbackReceiver::Callback &callback : received("/callbacks/gitlab")) {
                if (callback.json[u"object_attributes"_s][u"action"_s].toString() == u"merge"_s)
                    found.append(callback);
            }
            return found;
        };
        QTRY_COMPARE(merges().size(), 1);
        const CallbackReceiver::Callback hook = merges().first();
        QCOMPARE(hook.path, QByteArray("/callbacks/gitlab"));
        QCOMPARE(hook.header("X-Gitlab-Token"), QByteArray("s3"));
        QCOMPARE(hook.header("X-Gitlab-Event"), QByteArray("Merge Request Hook"));
        QVERIFY(!hook.header("Idempotency-Key").isEmpty());
        QSet<QByteArray> keys;
        for (const CallbackReceiver::Callback &callback : received("/callbacks/gitlab"))
            keys.insert(callback.header("Idempotency-Key"));
        QCOMPARE(keys.size(), received("/callbacks/gitlab").size());
    }

private:
    /// What came to that path: the last words about an earlier test's questions may still arrive, and are not this test's.
    QList<CallbackReceiver::Callback> received(const QByteArray &path) const
    {
        QList<CallbackReceiver::Callback> found;
        for (const CallbackReceiver::Callback &callback : m_receiver->received()) {
            if (callback.path == path)
                found.append(callback);
        }
        return found;
    }
    TwinAnswer admin(const QByteArray &method, const QString &path, const QJsonObject &body = {})
    {
        return m_stage.twin.admin(method, path, body);
    }
    TwinAnswer approvals(const QByteArray &method, const QString &path, const QJsonObject &body = {},
                         const QByteArray &caller = "Bearer s1")
    {
        return m_stage.twin.raw(method, QUrl(m_stage.twin.apiUrl() + u"/approvals"_s + path),
                                { { "Authorization", caller }, { "Content-Type", "application/json" } },
                                QJsonDocument(body).toJson(QJsonDocument::Compact));
    }
    static QJsonObject question(const QString &operationId)
    {
        return { { u"approval_key"_s, u"key-"_s + operationId },
                 { u"operation_id"_s, operationId },
                 { u"subject"_s, u"alice"_s },
                 { u"target"_s, u"db-read"_s },
                 { u"reason"_s, u"on call"_s },
                 { u"requester"_s, u"alice"_s },
                 { u"approvers"_s, QJsonArray { u"boss"_s } },
                 { u"ext"_s, QJsonObject { { u"mrId"_s, 7 } } } };
    }
    TwinAnswer decide(const QString &operationId, const QString &decision)
    {
        return admin("POST", u"/approvals/key-%1/decide"_s.arg(operationId),
                     { { u"decision"_s, decision }, { u"approver"_s, u"boss"_s } });
    }
    QJsonObject lastDelivery(const QString &kind)
    {
        return admin("GET", u"/deliveries?kind="_s + kind).json[u"deliveries"_s].toArray().last().toObject();
    }

    TwinStage m_stage;
    std::unique_ptr<CallbackReceiver> m_receiver;
};

QTEST_GUILESS_MAIN(TwinCallbacksTest)
#include "tst_twincallbacks.moc"
