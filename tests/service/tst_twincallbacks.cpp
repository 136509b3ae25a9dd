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
                { u"late_ms"_s, 0 },
                { u"bad_signature"_s, 0 } });
        admin("POST", u"/deploys/policy"_s,
              { { u"enabled"_s, true },
                { u"delay_ms"_s, 5 },
                { u"drop"_s, 0 },
                { u"hold"_s, false },
                { u"report"_s, u"each"_s },
                { u"result"_s, u"success"_s } });
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

    void aCallbackCanOutrunTheAnswer()
    {
        admin("POST", u"/approvals/policy"_s, { { u"early"_s, 1 } });
        const TwinAnswer answer = approvals("POST", {}, question(u"op-10"_s));
        QCOMPARE(answer.status, 201);
        QCOMPARE(m_receiver->received().size(), 1);
        QCOMPARE(m_receiver->received().first().json[u"decision"_s].toString(), u"approved"_s);
        QCOMPARE(answer.json[u"state"_s].toString(), u"approved"_s);
    }

    void callbacksComeLateReorderedAndWithAnOldTime()
    {
        admin("POST", u"/approvals/policy"_s, { { u"reorder"_s, 2 } });
        for (const QString &operation : { u"op-11"_s, u"op-12"_s }) {
            approvals("POST", {}, question(operation));
            decide(operation, u"approved"_s);
        }
        QTRY_COMPARE(m_receiver->received().size(), 2);
        QCOMPARE(m_receiver->received()[0].json[u"operationId"_s].toString(), u"op-12"_s);
        QCOMPARE(m_receiver->received()[1].json[u"operationId"_s].toString(), u"op-11"_s);
        admin("POST", u"/approvals/policy"_s, { { u"old_timestamp"_s, 1 } });
        approvals("POST", {}, question(u"op-13"_s));
        decide(u"op-13"_s, u"approved"_s);
        QTRY_COMPARE(m_receiver->received().size(), 3);
        QVERIFY(!m_receiver->received()[2].isSignedWith("s1")); // Signed rightly, but the time is beyond five minutes.
        admin("POST", u"/clock"_s, { { u"mode"_s, u"manual"_s } });
        admin("POST", u"/approvals/policy"_s, { { u"late_ms"_s, 60000 } });
        approvals("POST", {}, question(u"op-14"_s));
        decide(u"op-14"_s, u"rejected"_s);
        QCOMPARE(approvals("GET", u"/key-op-14"_s).json[u"state"_s].toString(), u"rejected"_s);
        admin("POST", u"/clock/advance"_s, { { u"ms"_s, 59999 } });
        QCOMPARE(m_receiver->received().size(), 3);
        admin("POST", u"/clock/advance"_s, { { u"ms"_s, 1 } });
        QTRY_COMPARE(m_receiver->received().size(), 4);
        admin("POST", u"/clock"_s, { { u"mode"_s, u"real"_s } });
    }

    void allMustAgreeWhereTheQuestionSaysSo()
    {
        QJsonObject all = question(u"op-15"_s);
        all.insert(u"policy"_s, u"all"_s);
        all.insert(u"approvers"_s, QJsonArray { u"boss"_s, u"chief"_s });
        QCOMPARE(approvals("POST", {}, all).status, 201);
        QCOMPARE(decide(u"op-15"_s, u"approved"_s).json[u"state"_s].toString(), u"pending"_s);
        QCOMPARE(decide(u"op-15"_s, u"approved"_s).status, 409);
        QCOMPARE(decide(u"op-15"_s, u"approved"_s, u"stranger"_s).status, 400);
        QVERIFY(m_receiver->received().isEmpty());
        QCOMPARE(decide(u"op-15"_s, u"approved"_s, u"chief"_s).json[u"state"_s].toString(), u"approved"_s);
        QTRY_COMPARE(m_receiver->received().size(), 1);
        all = question(u"op-16"_s);
        all.insert(u"policy"_s, u"some"_s);
        QCOMPARE(approvals("POST", {}, all).status, 400);
    }

    void questionsExpireAndTheFaultEngineReachesThem()
    {
        QJsonObject brief = question(u"op-17"_s);
        brief.insert(u"expires_at"_s, QDateTime::currentDateTimeUtc().addMSecs(50).toString(Qt::ISODateWithMs));
        admin("POST", u"/faults"_s,
              { { u"match"_s, QJsonObject { { u"op"_s, u"approval.create"_s } } },
                { u"phase"_s, u"after_effect"_s },
                { u"do"_s, QJsonObject { { u"kind"_s, u"drop"_s } } } });
        QCOMPARE(approvals("POST", {}, brief).status, 0);
        QCOMPARE(approvals("POST", {}, brief).status, 200);
        QTRY_COMPARE(m_receiver->received().size(), 1);
        QCOMPARE(m_receiver->received().first().json[u"decision"_s].toString(), u"expired"_s);
    }

    void aDeployCanBeToldBeforeTheMergeIsVisible()
    {
        admin("POST", u"/deploys/policy"_s, { { u"early"_s, 1 } });
        const int iid = m_stage.openMergeRequest(u"early"_s);
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
        QCOMPARE(m_stage.merge(iid).status, 200);
        QCOMPARE(received("/callbacks/deploy").size(), 1);
        QCOMPARE(received("/callbacks/deploy")[0].json[u"sha"_s].toString(), m_stage.head(u"main"_s));
        const QJsonArray deploys = admin("GET", u"/deploys"_s).json[u"deploys"_s].toArray();
        QCOMPARE(deploys.last()[u"state"_s].toString(), u"sent"_s);
        QCOMPARE(m_stage.effects(u"deploy"_s), 1);
    }

    void oneDeploySpeaksForSeveralMerges()
    {
        admin("POST", u"/clock"_s, { { u"mode"_s, u"manual"_s } });
        admin("POST", u"/deploys/policy"_s, { { u"report"_s, u"latest"_s }, { u"delay_ms"_s, 5000 } });
        for (const QString &branch : { u"one"_s, u"two"_s }) {
            const int iid = m_stage.openMergeRequest(branch);
            // A look begins a check, and a check takes its time by the clock.
            QTRY_VERIFY(admin("POST", u"/clock/advance"_s, { { u"ms"_s, 100 } }).status == 200
                        && m_stage.status(iid) == u"mergeable"_s);
            QCOMPARE(m_stage.merge(iid).status, 200);
        }
        admin("POST", u"/clock/advance"_s, { { u"ms"_s, 6000 } });
        QTRY_COMPARE(received("/callbacks/deploy").size(), 1);
        QCOMPARE(received("/callbacks/deploy")[0].json[u"sha"_s].toString(), m_stage.head(u"main"_s));
        const QJsonArray deploys = admin("GET", u"/deploys"_s).json[u"deploys"_s].toArray();
        QCOMPARE(deploys.at(deploys.size() - 2)[u"state"_s].toString(), u"superseded"_s);
        admin("POST", u"/clock"_s, { { u"mode"_s, u"real"_s } });
    }

    void deploysFailAndSpeakForAnOlderState()
    {
        const QString before = m_stage.head(u"main"_s);
        admin("POST", u"/deploys/policy"_s, { { u"fail"_s, 1 }, { u"older"_s, 1 } });
        const int iid = m_stage.openMergeRequest(u"older"_s);
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
        QCOMPARE(m_stage.merge(iid).status, 200);
        QTRY_COMPARE(received("/callbacks/deploy").size(), 1);
        const QJsonObject told = received("/callbacks/deploy")[0].json;
        QCOMPARE(told[u"result"_s].toString(), u"failed"_s);
        QCOMPARE(told[u"sha"_s].toString(), before);
        QVERIFY(!told.contains(u"mrIid"_s));
    }

    void whatIsNotUnderstoodIsRefused()
    {
        QCOMPARE(admin("POST", u"/approvals/policy"_s, { { u"earlie"_s, 1 } }).status, 400);
        QCOMPARE(admin("POST", u"/deploys/policy"_s, { { u"include"_s, QJsonArray { u"everything"_s } } }).status, 400);
        QCOMPARE(admin("POST", u"/deploys"_s, { { u"project"_s, m_stage.projectPath() }, { u"resutl"_s, u"failed"_s } }).status,
                 400);
        QCOMPARE(admin("POST", u"/services"_s, { { u"retry_ms"_s, QJsonArray { u"soon"_s } } }).status, 400);
        QCOMPARE(admin("POST", u"/services"_s, { { u"url"_s, u"nowhere"_s } }).status, 400);
        QCOMPARE(admin("POST", u"/seed"_s, { { u"userz"_s, QJsonArray() } }).status, 400);
        const QJsonObject user { { u"username"_s, u"x"_s }, { u"tokenz"_s, QJsonArray() } };
        QCOMPARE(admin("POST", u"/seed"_s, { { u"users"_s, QJsonArray { user } } }).status, 400);
        approvals("POST", {}, question(u"op-18"_s));
        QCOMPARE(admin("POST", u"/approvals/key-op-18/decide"_s, { { u"decision"_s, u"approved"_s }, { u"aprover"_s, u"x"_s } })
                     .status,
                 400);
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
    TwinAnswer decide(const QString &operationId, const QString &decision, const QString &approver = u"boss"_s)
    {
        return admin("POST", u"/approvals/key-%1/decide"_s.arg(operationId),
                     { { u"decision"_s, decision }, { u"approver"_s, approver } });
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
