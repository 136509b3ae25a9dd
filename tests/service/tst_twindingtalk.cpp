// SPDX-License-Identifier: GPL-3.0-only
// The twin's DingTalk-like interface, as the sender of cards and the receiver of clicks meet it.
#include "tests/twin/driver/callbackreceiver.h"
#include "tests/twin/driver/twinstage.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QMessageAuthenticationCode>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using slipway::twin::CallbackReceiver;
using slipway::twin::TwinAnswer;
using slipway::twin::TwinStage;
using Callback = CallbackReceiver::Callback;

class TwinDingTalkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_receiver = std::make_unique<CallbackReceiver>();
        m_key = u"track-%1"_s.arg(++m_count);
        knobs({ { u"deliver_fail"_s, QJsonArray() },
                { u"spacing_ms"_s, 0 },
                { u"qps"_s, 0 },
                { u"qps_next"_s, 0 },
                { u"token_expired"_s, 0 },
                { u"ack_timeout_ms"_s, 3000 },
                { u"redeliver_ms"_s, QJsonArray { 10, 10 } } });
        m_token = dingTalk("POST", u"/oauth2/accessToken"_s,
                           { { u"appKey"_s, u"twin-app"_s }, { u"appSecret"_s, u"twin-app-secret"_s } })
                      .json[u"accessToken"_s]
                      .toString()
                      .toLatin1();
    }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void dingTalkWantsAToken()
    {
        QCOMPARE(dingTalk("POST", u"/oauth2/accessToken"_s, { { u"appKey"_s, u"x"_s } }).status, 400);
        QVERIFY(!m_token.isEmpty());
        QCOMPARE(dingTalk("POST", u"/card/instances"_s, ding(), "wrong").json[u"code"_s].toString(),
                 u"InvalidAuthentication"_s);
        knobs({ { u"token_expired"_s, 1 } });
        QCOMPARE(dingTalk("POST", u"/card/instances"_s, ding(), m_token).status, 401);
        QCOMPARE(dingTalk("POST", u"/card/instances"_s, ding(), m_token).status, 200);
    }

    void aDingTalk200CanHideAFailedDelivery()
    {
        knobs({ { u"deliver_fail"_s, QJsonArray { u"cid1"_s } } });
        const TwinAnswer answer = dingTalk("POST", u"/card/instances/createAndDeliver"_s, ding(), m_token);
        QCOMPARE(answer.status, 200);
        QVERIFY(answer.json[u"success"_s].toBool());
        QCOMPARE(answer.json[u"result"_s][u"outTrackId"_s].toString(), m_key);
        const QJsonObject result = answer.json[u"result"_s][u"deliverResults"_s][0].toObject();
        QVERIFY(!result[u"success"_s].toBool());
        QVERIFY(!result[u"errorMsg"_s].toString().isEmpty());
    }

    void aDingTalkCardIsMadeInThreeSteps()
    {
        QJsonObject body = ding();
        body.remove(u"openSpaceId"_s);
        QCOMPARE(dingTalk("POST", u"/card/instances"_s, body, m_token).status, 200);
        const QJsonObject spaces { { u"outTrackId"_s, m_key },
                                   { u"imGroupOpenSpaceModel"_s, QJsonObject { { u"supportForward"_s, true } } } };
        QCOMPARE(dingTalk("PUT", u"/card/instances/spaces"_s, spaces, m_token).status, 200);
        const QJsonObject deliver { { u"outTrackId"_s, m_key }, { u"openSpaceId"_s, u"dtv1.card//IM_GROUP.cid1"_s } };
        const TwinAnswer answer = dingTalk("POST", u"/card/instances/deliver"_s, deliver, m_token);
        QVERIFY(answer.json[u"result"_s][0][u"success"_s].toBool());
    }

    void aDingTalkUpdateReplacesUnlessByKey()
    {
        dingTalk("POST", u"/card/instances/createAndDeliver"_s, ding(), m_token);
        const auto update = [&](const QJsonObject &map, bool byKey) {
            return dingTalk("PUT", u"/card/instances"_s,
                            { { u"outTrackId"_s, m_key },
                              { u"cardData"_s, QJsonObject { { u"cardParamMap"_s, map } } },
                              { u"cardUpdateOptions"_s, QJsonObject { { u"updateCardDataByKey"_s, byKey } } } },
                            m_token);
        };
        QCOMPARE(update({ { u"state"_s, u"done"_s } }, true).status, 200);
        QCOMPARE(known()[u"shown"_s].toObject(),
                 QJsonObject({ { u"title"_s, u"one"_s }, { u"token"_s, u"once"_s }, { u"state"_s, u"done"_s } }));
        QCOMPARE(update({ { u"state"_s, u"gone"_s } }, false).status, 200);
        QCOMPARE(known()[u"shown"_s].toObject(), QJsonObject({ { u"state"_s, u"gone"_s } }));
        QCOMPARE(update({ { u"state"_s, 7 } }, true).status, 400);
    }

    void aDingTalkClickIsSignedWithoutItsBodyAndComesAgain()
    {
        registerRoute();
        dingTalk("POST", u"/card/instances/createAndDeliver"_s, ding(), m_token);
        knobs({ { u"ack_timeout_ms"_s, 50 } });
        m_receiver->answerFirstWith({ 0, 500 });
        m_receiver->answerBody(
            R"({"cardUpdateOptions": {"updateCardDataByKey": true}, "cardData": {"cardParamMap": {"state": "decided"}}})");
        QCOMPARE(click().status, 201);
        QTRY_COMPARE(m_receiver->received().size(), 3);
        const Callback callback = m_receiver->received()[2];
        QCOMPARE(callback.path, QByteArray("/dingtalk"));
        const QByteArray stamp = callback.header("x-ddpaas-signature-timestamp");
        QCOMPARE(callback.header("x-ddpaas-signature"),
                 QMessageAuthenticationCode::hash(stamp, "route-secret", QCryptographicHash::Sha256).toBase64());
        QVERIFY(qAbs(QDateTime::currentMSecsSinceEpoch() - stamp.toLongLong()) < 60000);
        QCOMPARE(callback.json[u"type"_s].toString(), u"actionCallback"_s);
        QCOMPARE(callback.json[u"outTrackId"_s].toString(), m_key);
        const QJsonObject content = QJsonDocument::fromJson(callback.json[u"content"_s].toString().toUtf8()).object();
        QCOMPARE(content[u"cardPrivateData"_s][u"actionIds"_s], QJsonValue(QJsonArray { u"accept"_s }));
        QCOMPARE(content[u"cardPrivateData"_s][u"params"_s][u"token"_s].toString(), u"once"_s);
        QTRY_COMPARE(known()[u"shown"_s][u"state"_s].toString(), u"decided"_s);
        m_receiver->answerFirstWith({ 500, 500, 500 });
        click();
        QTRY_COMPARE(lastDelivery("dingtalk")[u"state"_s].toString(), u"failed"_s);
        QCOMPARE(m_receiver->received().size(), 6);
    }

    void dingTalkLimitsAreForbiddenWithACode()
    {
        for (const auto &[word, code] : { std::pair { u"app"_s, u"Forbidden.AccessDenied.QpsLimitForAppkeyAndApi"_s },
                                          std::pair { u"api"_s, u"Forbidden.AccessDenied.QpsLimitForApi"_s },
                                          std::pair { u"monthly"_s, u"Forbidden.AccessDenied.ApiCountLimitForOrg"_s } }) {
            knobs({ { u"qps_next"_s, 1 }, { u"qps_code"_s, word } });
            const TwinAnswer answer = dingTalk("POST", u"/card/instances"_s, ding(), m_token);
            QCOMPARE(answer.status, 403);
            QCOMPARE(answer.json[u"code"_s].toString(), code);
        }
        admin("POST", u"/clock"_s, { { u"mode"_s, u"manual"_s } });
        admin("POST", u"/clock/advance"_s, { { u"ms"_s, 1000 } });
        knobs({ { u"qps"_s, 2 } });
        QCOMPARE(dingTalk("POST", u"/card/instances"_s, ding(), m_token).status, 200);
        QCOMPARE(dingTalk("POST", u"/card/instances"_s, ding(), m_token).status, 200);
        QCOMPARE(dingTalk("POST", u"/card/instances"_s, ding(), m_token).status, 403);
        admin("POST", u"/clock/advance"_s, { { u"ms"_s, 1000 } });
        QCOMPARE(dingTalk("POST", u"/card/instances"_s, ding(), m_token).status, 200);
        admin("POST", u"/clock"_s, { { u"mode"_s, u"real"_s } });
    }

private:
    TwinAnswer admin(const QByteArray &method, const QString &path, const QJsonObject &body = {})
    {
        return m_stage.twin.admin(method, path, body);
    }
    void knobs(const QJsonObject &values) { QCOMPARE(admin("POST", u"/cards/policy"_s, values).status, 200); }
    TwinAnswer dingTalk(const QByteArray &method, const QString &path, const QJsonObject &body, const QByteArray &token = {})
    {
        return m_stage.twin.raw(method, QUrl(m_stage.twin.apiUrl() + u"/v1.0"_s + path),
                                { { "x-acs-dingtalk-access-token", token }, { "Content-Type", "application/json" } },
                                QJsonDocument(body).toJson());
    }
    QJsonObject known()
    {
        const QJsonArray cards = admin("GET", u"/cards"_s).json[u"cards"_s].toArray();
        return cards.last().toObject();
    }
    QJsonObject ding() const
    {
        const QJsonObject map { { u"title"_s, u"one"_s }, { u"token"_s, u"once"_s } };
        return { { u"cardTemplateId"_s, u"t"_s },
                 { u"outTrackId"_s, m_key },
                 { u"callbackType"_s, u"HTTP"_s },
                 { u"callbackRouteKey"_s, u"route"_s },
                 { u"cardData"_s, QJsonObject { { u"cardParamMap"_s, map } } },
                 { u"openSpaceId"_s, u"dtv1.card//IM_GROUP.cid1"_s } };
    }
    void registerRoute()
    {
        QJsonObject body { { u"callbackRouteKey"_s, u"route"_s },
                           { u"callbackUrl"_s, u"http://127.0.0.1:9/elsewhere"_s },
                           { u"apiSecret"_s, u"route-secret"_s } };
        QCOMPARE(dingTalk("POST", u"/card/callbacks/register"_s, body, m_token).status, 200);
        body.insert(u"callbackUrl"_s, m_receiver->url() + u"/dingtalk"_s);
        QCOMPARE(dingTalk("POST", u"/card/callbacks/register"_s, body, m_token).status, 400);
        body.insert(u"forceUpdate"_s, true);
        QCOMPARE(dingTalk("POST", u"/card/callbacks/register"_s, body, m_token).status, 200);
    }
    TwinAnswer click(QJsonObject order = {})
    {
        const QJsonObject usual { { u"card_key"_s, m_key }, { u"user"_s, u"alice"_s }, { u"action_id"_s, u"accept"_s } };
        for (auto it = usual.begin(); it != usual.end(); ++it) {
            if (!order.contains(it.key()))
                order.insert(it.key(), *it);
        }
        return admin("POST", u"/cards/click"_s, order);
    }
    QJsonObject lastDelivery(const char *kind = "card")
    {
        const QString path = u"/deliveries?kind="_s + QString::fromLatin1(kind);
        return admin("GET", path).json[u"deliveries"_s].toArray().last().toObject();
    }

    TwinStage m_stage;
    std::unique_ptr<CallbackReceiver> m_receiver;
    QString m_key;
    QByteArray m_token;
    int m_count = 0;
};

QTEST_GUILESS_MAIN(TwinDingTalkTest)
#include "tst_twindingtalk.moc"
