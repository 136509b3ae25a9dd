// SPDX-License-Identifier: GPL-3.0-only
// The twin's webhooks as a receiver meets them: GitLab's hooks interface, headers, bodies, failures and the knobs.
#include "tests/twin/driver/callbackreceiver.h"
#include "tests/twin/driver/twinstage.h"

#include <QMessageAuthenticationCode>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using slipway::twin::CallbackReceiver;
using slipway::twin::TwinAnswer;
using slipway::twin::TwinStage;
using Callback = CallbackReceiver::Callback;

class TwinWebhooksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_receiver = std::make_unique<CallbackReceiver>();
        m_stage.newProject();
        knobs({ { u"drop"_s, 0 },
                { u"duplicate"_s, 0 },
                { u"hold"_s, false },
                { u"reorder"_s, 0 },
                { u"delay_ms"_s, 0 },
                { u"jitter"_s, 0 },
                { u"new_key_duplicate"_s, 0 },
                { u"wrong_token"_s, 0 },
                { u"legacy_headers"_s, false },
                { u"sign"_s, u"token"_s } });
        admin("POST", u"/deploys/policy"_s, { { u"enabled"_s, false } });
    }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void hooksAreMadeShownChangedAndRemoved()
    {
        QCOMPARE(api("POST", u"/hooks"_s, {}, u"author"_s).status, 403);
        QCOMPARE(api("POST", u"/hooks"_s).status, 400);
        const TwinAnswer bad = api("POST", u"/hooks"_s, { { u"url"_s, u"no address"_s } });
        QCOMPARE(bad.status, 422);
        QCOMPARE(bad.json[u"error"_s].toString(), u"Invalid url given"_s);
        const int id = newHook({ { u"note_events"_s, true }, { u"token"_s, u"secret"_s } });
        const QJsonObject shown = api("GET", u"/hooks/%1"_s.arg(id)).json;
        QVERIFY(shown[u"push_events"_s].toBool() && shown[u"note_events"_s].toBool());
        QVERIFY(!shown[u"merge_requests_events"_s].toBool());
        QVERIFY(!shown.contains(u"token"_s));
        QCOMPARE(shown[u"alert_status"_s].toString(), u"executable"_s);
        const TwinAnswer changed = api("PUT", u"/hooks/%1"_s.arg(id), { { u"push_events"_s, false } });
        QCOMPARE(changed.status, 200);
        QVERIFY(!changed.json[u"push_events"_s].toBool() && changed.json[u"note_events"_s].toBool());
        QCOMPARE(api("GET", u"/hooks"_s).list.size(), 1);
        QCOMPARE(m_stage.effects(u"hook_create"_s), 1);
        QCOMPARE(api("DELETE", u"/hooks/%1"_s.arg(id)).status, 204);
        QCOMPARE(api("GET", u"/hooks/%1"_s.arg(id)).status, 404);
    }

    void aMergeRequestIsToldFromItsOpeningToItsMerge()
    {
        newHook({ { u"merge_requests_events"_s, true }, { u"push_events"_s, false }, { u"token"_s, u"secret"_s } });
        const int iid = m_stage.openMergeRequest(u"told"_s);
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
        const QString before = m_stage.head(u"told"_s), after = m_stage.commit(u"told"_s, u"more.txt"_s, u"more"_s);
        QTRY_COMPARE(actions(u"update"_s).size(), 1);
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
        QCOMPARE(m_stage.merge(iid).status, 200);
        QTRY_COMPARE(actions(u"merge"_s).size(), 1);
        const Callback opened = actions(u"open"_s).value(0), updated = actions(u"update"_s)[0], merged = actions(u"merge"_s)[0];
        QCOMPARE(opened.header("X-Gitlab-Event"), QByteArray("Merge Request Hook"));
        QCOMPARE(opened.header("X-Gitlab-Token"), QByteArray("secret"));
        QVERIFY(opened.header("User-Agent").startsWith("GitLab/"));
        QCOMPARE(opened.header("X-Gitlab-Instance"), m_stage.twin.apiUrl().toUtf8());
        for (const QByteArray name : { "X-Gitlab-Webhook-UUID", "X-Gitlab-Event-UUID", "Idempotency-Key" })
            QCOMPARE(opened.header(name).size(), 36);
        const QJsonObject attributes = merged.json[u"object_attributes"_s].toObject();
        QCOMPARE(merged.json[u"object_kind"_s].toString(), u"merge_request"_s);
        QCOMPARE(attributes[u"iid"_s].toInt(), iid);
        QCOMPARE(attributes[u"state"_s].toString(), u"merged"_s);
        QCOMPARE(attributes[u"last_commit"_s][u"id"_s].toString(), after);
        QCOMPARE(merged.json[u"user"_s][u"username"_s].toString(), u"maintainer"_s);
        static const QRegularExpression time(u"\\A\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC\\z"_s);
        QVERIFY(time.match(attributes[u"updated_at"_s].toString()).hasMatch());
        QCOMPARE(updated.json[u"object_attributes"_s][u"oldrev"_s].toString(), before);
        QVERIFY(!merged.json[u"object_attributes"_s].toObject().contains(u"oldrev"_s));
    }

    void pushesPipelinesAndNotesAreTold()
    {
        newHook({ { u"pipeline_events"_s, true }, { u"note_events"_s, true }, { u"push_events_branch_filter"_s, u"ev*"_s } });
        const int iid = m_stage.openMergeRequest(u"events"_s);
        // The branch alone has had a pipeline of its own.
        const auto ofRequest = [&] {
            QList<Callback> found;
            for (const Callback &callback : ofKind(u"pipeline"_s)) {
                if (callback.json[u"merge_request"_s].isObject())
                    found.append(callback);
            }
            return found;
        };
        QTRY_COMPARE(ofRequest().size(), 4);
        QStringList statuses;
        for (const Callback &callback : ofRequest()) {
            statuses.append(callback.json[u"object_attributes"_s][u"status"_s].toString());
            QCOMPARE(callback.json[u"merge_request"_s][u"iid"_s].toInt(), iid);
            QCOMPARE(callback.json[u"commit"_s][u"title"_s].toString(), u"Change bindings/events.yaml"_s);
        }
        statuses.sort();
        QCOMPARE(statuses, QStringList({ u"created"_s, u"pending"_s, u"running"_s, u"success"_s }));
        const Callback push = ofKind(u"push"_s).value(0);
        QCOMPARE(push.header("X-Gitlab-Event"), QByteArray("Push Hook"));
        QCOMPARE(push.json[u"ref"_s].toString(), u"refs/heads/events"_s);
        QCOMPARE(push.json[u"before"_s].toString(), QString(40, u'0'));
        QCOMPARE(push.json[u"after"_s].toString(), m_stage.head(u"events"_s));
        m_stage.commit(u"unwatched"_s, u"x.txt"_s, u"x"_s);
        QCOMPARE(api("POST", u"/merge_requests/%1/notes"_s.arg(iid), { { u"body"_s, u"hello"_s } }).status, 201);
        QTRY_COMPARE(ofKind(u"note"_s).size(), 1);
        QCOMPARE(ofKind(u"note"_s)[0].json[u"object_attributes"_s][u"note"_s].toString(), u"hello"_s);
        QCOMPARE(ofKind(u"note"_s)[0].json[u"merge_request"_s][u"iid"_s].toInt(), iid);
        QCOMPARE(ofKind(u"push"_s).size(), 1);
    }

    void aFailureIsRecordedAndNotRepeated()
    {
        const int id = newHook({});
        m_receiver->answerFirstWith({ 500 });
        m_stage.commit(u"a"_s, u"a.txt"_s, u"a"_s);
        QTRY_COMPARE(events(id).size(), 1);
        const QJsonObject failed = events(id)[0].toObject();
        QCOMPARE(failed[u"response_status"_s].toString(), u"500"_s);
        QCOMPARE(failed[u"request_data"_s][u"object_kind"_s].toString(), u"push"_s);
        QCOMPARE(api("GET", u"/hooks/%1/events?status=successful"_s.arg(id)).list.size(), 0);
        const QString resend = u"/hooks/%1/events/%2/resend"_s.arg(id).arg(failed[u"id"_s].toInt());
        QCOMPARE(api("POST", resend).json[u"response_status"_s].toInt(), 200);
        QCOMPARE(m_receiver->received().size(), 2);
        // A resend is the same event on another way.
        QCOMPARE(key(1), key(0));
        QVERIFY(m_receiver->received()[1].header("X-Gitlab-Webhook-UUID")
                != m_receiver->received()[0].header("X-Gitlab-Webhook-UUID"));
    }

    void aHookThatFailsIsSwitchedOffForLongerAndLonger()
    {
        const int id = newHook({ { u"push_events"_s, true } });
        admin("POST", u"/clock"_s, { { u"mode"_s, u"manual"_s } });
        m_receiver->answerFirstWith(QList<int>(60, 500));
        const auto fail = [&] {
            api("POST", u"/hooks/%1/test/push_events"_s.arg(id));
            return api("GET", u"/hooks/%1"_s.arg(id)).json[u"alert_status"_s].toString();
        };
        for (int i = 0; i < 3; ++i)
            QCOMPARE(fail(), u"executable"_s);
        QCOMPARE(fail(), u"temporarily_disabled"_s);
        const qsizetype sent = m_receiver->received().size();
        m_stage.commit(u"ignored"_s, u"x.txt"_s, u"x"_s);
        QCOMPARE(m_receiver->received().size(), sent);
        advance(60000);
        QCOMPARE(api("GET", u"/hooks/%1"_s.arg(id)).json[u"alert_status"_s].toString(), u"executable"_s);
        QCOMPARE(fail(), u"temporarily_disabled"_s);
        advance(60000);
        QCOMPARE(api("GET", u"/hooks/%1"_s.arg(id)).json[u"alert_status"_s].toString(), u"temporarily_disabled"_s);
        advance(60000);
        for (int failures = 6; failures < 40; ++failures) {
            QCOMPARE(fail(), u"temporarily_disabled"_s);
            advance(24 * 3600 * 1000);
        }
        QCOMPARE(fail(), u"disabled"_s);
        advance(24 * 3600 * 1000);
        QCOMPARE(api("GET", u"/hooks/%1"_s.arg(id)).json[u"alert_status"_s].toString(), u"disabled"_s);
        m_receiver->answerFirstWith({});
        QCOMPARE(api("POST", u"/hooks/%1/test/push_events"_s.arg(id)).status, 201);
        QCOMPARE(api("GET", u"/hooks/%1"_s.arg(id)).json[u"alert_status"_s].toString(), u"executable"_s);
        admin("POST", u"/clock"_s, { { u"mode"_s, u"real"_s } });
    }

    void droppedDoubledAndTwiceKeyed()
    {
        newHook({});
        knobs({ { u"drop"_s, 1 } });
        push();
        QTRY_COMPARE(lastState(), u"dropped"_s);
        knobs({ { u"duplicate"_s, 1 } });
        push();
        QTRY_COMPARE(m_receiver->received().size(), 2);
        QCOMPARE(key(0), key(1));
        knobs({ { u"new_key_duplicate"_s, 1 } });
        push();
        QTRY_COMPARE(m_receiver->received().size(), 4);
        QVERIFY(key(2) != key(3));
        QCOMPARE(m_receiver->received()[2].json, m_receiver->received()[3].json);
    }

    void heldReorderedAndLate()
    {
        newHook({});
        knobs({ { u"hold"_s, true } });
        push();
        QTRY_COMPARE(lastState(), u"held"_s);
        knobs({ { u"hold"_s, false }, { u"reorder"_s, 3 } });
        QCOMPARE(admin("POST", u"/webhooks/release"_s).json[u"released"_s].toInt(), 1);
        QTRY_COMPARE(m_receiver->received().size(), 1);
        const QStringList pushed { push(), push(), push() };
        QTRY_COMPARE(m_receiver->received().size(), 4);
        for (int i = 0; i < 3; ++i)
            QCOMPARE(m_receiver->received()[1 + i].json[u"after"_s].toString(), pushed[2 - i]);
        admin("POST", u"/clock"_s, { { u"mode"_s, u"manual"_s } });
        knobs({ { u"delay_ms"_s, 1000 }, { u"jitter"_s, 500 } });
        push();
        advance(999);
        QCOMPARE(m_receiver->received().size(), 4);
        QTRY_VERIFY((advance(501), m_receiver->received().size() == 5));
        admin("POST", u"/clock"_s, { { u"mode"_s, u"real"_s } });
    }

    void forgedUnkeyedAndSigned()
    {
        newHook({ { u"token"_s, u"secret"_s } });
        knobs({ { u"wrong_token"_s, 1 } });
        push();
        QTRY_COMPARE(m_receiver->received().size(), 1);
        QVERIFY(m_receiver->received()[0].header("X-Gitlab-Token") != "secret");
        knobs({ { u"legacy_headers"_s, true } });
        push();
        QTRY_COMPARE(m_receiver->received().size(), 2);
        QVERIFY(key(1).isEmpty());
        QVERIFY(m_receiver->received()[1].header("webhook-signature").isEmpty());
        knobs({ { u"sign"_s, u"standard"_s } });
        push();
        QTRY_COMPARE(m_receiver->received().size(), 3);
        const Callback last = m_receiver->received()[2];
        const QByteArray text = last.header("webhook-id") + '.' + last.header("webhook-timestamp") + '.' + last.body;
        QCOMPARE(last.header("webhook-signature"),
                 "v1," + QMessageAuthenticationCode::hash(text, "secret", QCryptographicHash::Sha256).toBase64());
    }

    void aDeliveryIsReplayed()
    {
        newHook({});
        push();
        QTRY_COMPARE(lastState(), u"delivered"_s);
        const int id = deliveries().last()[u"id"_s].toInt();
        QCOMPARE(admin("POST", u"/webhooks/replay"_s, { { u"delivery_id"_s, id } }).status, 201);
        QTRY_COMPARE(m_receiver->received().size(), 2);
        QCOMPARE(key(0), key(1));
        QCOMPARE(admin("POST", u"/webhooks/replay"_s, { { u"delivery_id"_s, 999999 } }).status, 404);
    }

    void whatIsNotUnderstoodIsRefused()
    {
        QCOMPARE(admin("POST", u"/webhooks/policy"_s, { { u"dorp"_s, 1 } }).json[u"error"_s].toString(),
                 u"dorp is not a known setting"_s);
        QCOMPARE(admin("POST", u"/webhooks/policy"_s, { { u"sign"_s, u"rot13"_s } }).status, 400);
        QCOMPARE(admin("POST", u"/webhooks/replay"_s, { { u"delivery"_s, 1 } }).status, 400);
        QCOMPARE(api("POST", u"/hooks/%1/test/moon_events"_s.arg(newHook({}))).status, 400);
    }

private:
    TwinAnswer api(const QByteArray &method, const QString &path, const QJsonObject &body = {},
                   const QString &token = u"maintainer"_s)
    {
        return m_stage.twin.api(method, m_stage.at(path), token, body);
    }
    TwinAnswer admin(const QByteArray &method, const QString &path, const QJsonObject &body = {})
    {
        return m_stage.twin.admin(method, path, body);
    }
    void knobs(const QJsonObject &values) { QCOMPARE(admin("POST", u"/webhooks/policy"_s, values).status, 200); }
    void advance(int ms) { QCOMPARE(admin("POST", u"/clock/advance"_s, { { u"ms"_s, ms } }).status, 200); }
    int newHook(QJsonObject fields)
    {
        fields.insert(u"url"_s, m_receiver->url() + u"/hook"_s);
        return api("POST", u"/hooks"_s, fields).json[u"id"_s].toInt();
    }
    QString push() { return m_stage.commit(u"b"_s, u"f%1.txt"_s.arg(++m_files), u"x"_s); }
    QJsonArray events(int hook) { return api("GET", u"/hooks/%1/events"_s.arg(hook)).list; }
    QJsonArray deliveries() { return admin("GET", u"/deliveries?kind=webhook"_s).json[u"deliveries"_s].toArray(); }
    QString lastState()
    {
        const QJsonArray all = deliveries();
        return all.isEmpty() ? QString() : all.last()[u"state"_s].toString();
    }
    QByteArray key(qsizetype index) const { return m_receiver->received()[index].header("Idempotency-Key"); }
    QList<Callback> ofKind(const QString &kind) const
    {
        QList<Callback> found = m_receiver->received();
        found.removeIf([&](const Callback &callback) { return callback.json[u"object_kind"_s].toString() != kind; });
        return found;
    }
    QList<Callback> actions(const QString &action) const
    {
        QList<Callback> found = ofKind(u"merge_request"_s);
        found.removeIf(
            [&](const Callback &callback) { return callback.json[u"object_attributes"_s][u"action"_s].toString() != action; });
        return found;
    }

    TwinStage m_stage;
    std::unique_ptr<CallbackReceiver> m_receiver;
    int m_files = 0;
};

QTEST_GUILESS_MAIN(TwinWebhooksTest)
#include "tst_twinwebhooks.moc"
