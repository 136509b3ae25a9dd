// SPDX-License-Identifier: GPL-3.0-only
// The twin's card gateway, as the sender of cards and the receiver of clicks meet it.
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

class TwinCardsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_receiver = std::make_unique<CallbackReceiver>();
        m_key = u"card-%1"_s.arg(++m_count);
        admin("DELETE", u"/faults"_s);
        admin("POST", u"/services"_s,
              { { u"url"_s, m_receiver->url() }, { u"card_secret"_s, u"c1"_s }, { u"retry_ms"_s, QJsonArray { 10, 20 } } });
        knobs({ { u"drop"_s, 0 },
                { u"duplicate"_s, 0 },
                { u"hold"_s, false },
                { u"reorder"_s, 0 },
                { u"bad_signature"_s, 0 },
                { u"old_timestamp"_s, 0 },
                { u"late_ms"_s, 0 },
                { u"deliver_fail"_s, QJsonArray() },
                { u"spacing_ms"_s, 0 },
                { u"qps"_s, 0 },
                { u"qps_next"_s, 0 } });
    }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void aCardIsPutOnceAndShown()
    {
        const int before = m_stage.twin.effectCount(u"card_create"_s);
        const TwinAnswer made = put(card());
        QCOMPARE(made.status, 201);
        QCOMPARE(made.json[u"state"_s].toString(), u"delivered"_s);
        QCOMPARE(made.json[u"deliveries"_s][0][u"status"_s].toString(), u"delivered"_s);
        QCOMPARE(put(card()).status, 200);
        QJsonObject other = card();
        other.insert(u"data"_s, QJsonObject { { u"title"_s, u"another"_s } });
        QCOMPARE(put(other).json[u"error"_s].toString(), u"card_conflict"_s);
        QCOMPARE(m_stage.twin.effectCount(u"card_create"_s), before + 1);
        QCOMPARE(gateway("GET", u"/cards/"_s + m_key, {}, "Bearer wrong").status, 401);
        QCOMPARE(put({ { u"template"_s, u"t"_s } }).status, 400);
    }

    void aTargetThatCannotBeReachedIsNamed()
    {
        knobs({ { u"deliver_fail"_s, QJsonArray { u"bob"_s } } });
        const QJsonArray deliveries = put(card()).json[u"deliveries"_s].toArray();
        QCOMPARE(deliveries[0][u"status"_s].toString(), u"delivered"_s);
        QCOMPARE(deliveries[1][u"status"_s].toString(), u"failed"_s);
        QVERIFY(deliveries[1][u"error"_s][u"retryable"_s].toBool());
    }

    void revisionsGoUpByOneAndEndWithFinal()
    {
        put(card());
        QCOMPARE(patch({ { u"revision"_s, 3 } }).json[u"error"_s].toString(), u"stale_revision"_s);
        QCOMPARE(patch({ { u"revision"_s, 2 }, { u"data"_s, QJsonObject { { u"title"_s, u"two"_s } } } }).status, 200);
        const TwinAnswer stale = patch({ { u"revision"_s, 2 } });
        QCOMPARE(stale.status, 409);
        QCOMPARE(stale.json[u"current"_s].toInt(), 2);
        QCOMPARE(patch({ { u"revision"_s, 3 }, { u"final"_s, true } }).json[u"state"_s].toString(), u"final"_s);
        QCOMPARE(patch({ { u"revision"_s, 4 } }).json[u"error"_s].toString(), u"final"_s);
        QCOMPARE(click().status, 409);
    }

    void whatIsShownFollowsInSteps()
    {
        admin("POST", u"/clock"_s, { { u"mode"_s, u"manual"_s } });
        knobs({ { u"spacing_ms"_s, 1000 } });
        put(card());
        for (int revision = 2; revision <= 4; ++revision)
            patch({ { u"revision"_s, revision }, { u"data"_s, QJsonObject { { u"title"_s, revision } } } });
        QCOMPARE(shown()[u"revision"_s].toInt(), 4);
        QCOMPARE(shown()[u"shown_revision"_s].toInt(), 1);
        admin("POST", u"/clock/advance"_s, { { u"ms"_s, 1000 } });
        QCOMPARE(shown()[u"shown_revision"_s].toInt(), 4);
        QCOMPARE(shown()[u"shown"_s][u"title"_s].toInt(), 4);
        admin("POST", u"/clock"_s, { { u"mode"_s, u"real"_s } });
    }

    void handlesAndCardsExpireAndCallsAreLimited()
    {
        put(card());
        knobs({ { u"handle_expired"_s, 1 } });
        QCOMPARE(patch({ { u"revision"_s, 2 } }).status, 410);
        knobs({ { u"qps_next"_s, 1 } });
        const TwinAnswer limited = patch({ { u"revision"_s, 2 } });
        QCOMPARE(limited.status, 429);
        QCOMPARE(limited.header("Retry-After"), QByteArray("1"));
        QCOMPARE(patch({ { u"revision"_s, 2 } }).status, 200);
        m_key += u"-short"_s;
        QJsonObject brief = card();
        // By the twin's clock, which an earlier test may have moved.
        const auto now = QDateTime::fromString(admin("GET", u"/clock"_s).json[u"now"_s].toString(), Qt::ISODateWithMs);
        brief.insert(u"expires_at"_s, now.addMSecs(50).toString(Qt::ISODateWithMs));
        put(brief);
        QTRY_COMPARE(shown()[u"state"_s].toString(), u"expired"_s);
        QCOMPARE(click().status, 409);
    }

    void aClickIsToldSignedUntilItIsTaken()
    {
        m_receiver->answerFirstWith({ 503, 429 });
        m_receiver->answerBody(R"({"toast": "done", "card": {"data": {"title": "decided"}}})");
        put(card());
        QCOMPARE(click({ { u"inputs"_s, QJsonObject { { u"notes"_s, u"fine"_s } } } }).status, 201);
        QTRY_COMPARE(m_receiver->received().size(), 3);
        for (const Callback &callback : m_receiver->received()) {
            QCOMPARE(callback.path, QByteArray("/callbacks/card"));
            QCOMPARE(callback.json, m_receiver->received()[0].json);
            QCOMPARE(callback.header("X-Card-Event-Id"), callback.json[u"event_id"_s].toString().toLatin1());
            QVERIFY(isSigned(callback));
        }
        const QJsonObject event = m_receiver->received()[0].json;
        QCOMPARE(event[u"card_key"_s].toString(), m_key);
        QCOMPARE(event[u"action_id"_s].toString(), u"accept"_s);
        QCOMPARE(event[u"actor"_s][u"user_id"_s].toString(), u"alice"_s);
        QCOMPARE(event[u"params"_s][u"token"_s].toString(), u"once"_s);
        QCOMPARE(event[u"params"_s][u"choice"_s].toInt(), 7);
        QCOMPARE(event[u"inputs"_s][u"notes"_s].toString(), u"fine"_s);
        QCOMPARE(event[u"revision"_s].toInt(), 1);
        QTRY_COMPARE(shown()[u"shown"_s][u"title"_s].toString(), u"decided"_s);
        const int seq = event[u"seq"_s].toInt();
        QCOMPARE(shown()[u"last_event_seq"_s].toInt(), seq);
        QCOMPARE(gateway("GET", u"/events?after=%1"_s.arg(seq - 1)).json[u"events"_s].toArray().size(), 1);
        QCOMPARE(gateway("GET", u"/events?after=%1"_s.arg(seq)).json[u"events"_s].toArray().size(), 0);
    }

    void aRefusedClickIsParked()
    {
        m_receiver->answerFirstWith({ 400 });
        put(card());
        click();
        QTRY_COMPARE(lastDelivery()[u"state"_s].toString(), u"parked"_s);
        const QJsonArray events = gateway("GET", u"/events?after=0"_s).json[u"events"_s].toArray();
        QCOMPARE(events.last()[u"deliveries"_s][0][u"state"_s].toString(), u"parked"_s);
    }

    void clicksAreLostDoubledForgedAndOld()
    {
        put(card());
        knobs({ { u"drop"_s, 1 } });
        click();
        QCOMPARE(lastDelivery()[u"state"_s].toString(), u"dropped"_s);
        knobs({ { u"duplicate"_s, 1 } });
        click();
        QTRY_COMPARE(m_receiver->received().size(), 2);
        QCOMPARE(m_receiver->received()[0].json, m_receiver->received()[1].json);
        knobs({ { u"bad_signature"_s, 1 } });
        click();
        QTRY_COMPARE(m_receiver->received().size(), 3);
        QVERIFY(!isSigned(m_receiver->received()[2]));
        knobs({ { u"old_timestamp"_s, 1 } });
        click();
        QTRY_COMPARE(m_receiver->received().size(), 4);
        const qint64 stamp = m_receiver->received()[3].header("X-Card-Timestamp").toLongLong();
        QVERIFY(QDateTime::currentSecsSinceEpoch() - stamp > 3000);
        QVERIFY(isSigned(m_receiver->received()[3]));
    }

    void clicksAreLateHeldReorderedAndStale()
    {
        put(card());
        patch({ { u"revision"_s, 2 } });
        knobs({ { u"hold"_s, true } });
        click({ { u"revision"_s, 1 } });
        QCOMPARE(lastDelivery()[u"state"_s].toString(), u"held"_s);
        knobs({ { u"hold"_s, false }, { u"reorder"_s, 2 } });
        QCOMPARE(admin("POST", u"/cards/release"_s).json[u"released"_s].toInt(), 1);
        QTRY_COMPARE(m_receiver->received().size(), 1);
        QCOMPARE(m_receiver->received()[0].json[u"revision"_s].toInt(), 1);
        QCOMPARE(click({ { u"times"_s, 2 } }).json[u"events"_s].toArray().size(), 2);
        QTRY_COMPARE(m_receiver->received().size(), 3);
        QVERIFY(m_receiver->received()[1].json[u"seq"_s].toInt() > m_receiver->received()[2].json[u"seq"_s].toInt());
        admin("POST", u"/clock"_s, { { u"mode"_s, u"manual"_s } });
        knobs({ { u"late_ms"_s, 5000 } });
        click();
        admin("POST", u"/clock/advance"_s, { { u"ms"_s, 4999 } });
        QCOMPARE(m_receiver->received().size(), 3);
        admin("POST", u"/clock/advance"_s, { { u"ms"_s, 1 } });
        QTRY_COMPARE(m_receiver->received().size(), 4);
        admin("POST", u"/clock"_s, { { u"mode"_s, u"real"_s } });
    }

    void theFaultEngineReachesCards()
    {
        admin("POST", u"/faults"_s,
              { { u"match"_s, QJsonObject { { u"op"_s, u"card.put"_s } } },
                { u"phase"_s, u"after_effect"_s },
                { u"do"_s, QJsonObject { { u"kind"_s, u"drop"_s } } } });
        QCOMPARE(put(card()).status, 0);
        QCOMPARE(put(card()).status, 200);
    }

    void cardsSurviveARestart()
    {
        put(card());
        m_stage.twin.kill();
        QCOMPARE(m_stage.twin.start(QCoreApplication::applicationDirPath() + u"/slipway-twin"_s), QString());
        QCOMPARE(put(card()).status, 200);
        QCOMPARE(click().status, 201);
        QTRY_COMPARE(m_receiver->received().size(), 1);
    }

    void whatIsNotUnderstoodIsRefused()
    {
        QCOMPARE(admin("POST", u"/cards/click"_s, { { u"card"_s, u"x"_s } }).status, 400);
        QCOMPARE(admin("POST", u"/cards/policy"_s, { { u"deliver_fail"_s, QJsonArray { 7 } } }).status, 400);
        put(card());
        QCOMPARE(click({ { u"action_id"_s, u"explode"_s } }).json[u"error"_s].toString(), u"the card has no action explode"_s);
    }

private:
    TwinAnswer admin(const QByteArray &method, const QString &path, const QJsonObject &body = {})
    {
        return m_stage.twin.admin(method, path, body);
    }
    void knobs(const QJsonObject &values) { QCOMPARE(admin("POST", u"/cards/policy"_s, values).status, 200); }
    TwinAnswer gateway(const QByteArray &method, const QString &path, const QJsonObject &body = {},
                       const QByteArray &caller = "Bearer c1")
    {
        return m_stage.twin.raw(method, QUrl(m_stage.twin.apiUrl() + path),
                                { { "Authorization", caller }, { "Content-Type", "application/json" } },
                                QJsonDocument(body).toJson());
    }
    TwinAnswer put(const QJsonObject &body) { return gateway("PUT", u"/cards/"_s + m_key, body); }
    TwinAnswer patch(const QJsonObject &body) { return gateway("PATCH", u"/cards/"_s + m_key, body); }
    QJsonObject shown() { return gateway("GET", u"/cards/"_s + m_key).json; }
    static QJsonObject target(const QString &id) { return { { u"kind"_s, u"user"_s }, { u"id"_s, id } }; }
    static QJsonObject card()
    {
        const QJsonObject accept { { u"id"_s, u"accept"_s },
                                   { u"label"_s, u"Accept"_s },
                                   { u"params"_s, QJsonObject { { u"choice"_s, 7 } } } };
        return { { u"template"_s, u"approval"_s },
                 { u"targets"_s, QJsonArray { target(u"alice"_s), target(u"bob"_s) } },
                 { u"data"_s, QJsonObject { { u"title"_s, u"one"_s } } },
                 { u"private"_s, QJsonObject { { u"alice"_s, QJsonObject { { u"token"_s, u"once"_s } } } } },
                 { u"actions"_s, QJsonArray { accept } },
                 { u"revision"_s, 1 } };
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
    QJsonObject lastDelivery()
    {
        return admin("GET", u"/deliveries?kind=card"_s).json[u"deliveries"_s].toArray().last().toObject();
    }
    static bool isSigned(const Callback &callback)
    {
        const QByteArray text = callback.header("X-Card-Timestamp") + '.' + callback.body;
        return callback.header("X-Card-Signature")
            == "v1=" + QMessageAuthenticationCode::hash(text, "c1", QCryptographicHash::Sha256).toHex();
    }

    TwinStage m_stage;
    std::unique_ptr<CallbackReceiver> m_receiver;
    QString m_key;
    int m_count = 0;
};

QTEST_GUILESS_MAIN(TwinCardsTest)
#include "tst_twincards.moc"
