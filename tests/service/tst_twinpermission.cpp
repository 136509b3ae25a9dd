// SPDX-License-Identifier: GPL-3.0-only
// The twin's permission service, as the service asks it: one round trip for several codes, and everything it can do wrong.
#include "tests/twin/driver/twinstage.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using slipway::twin::TwinAnswer;
using slipway::twin::TwinStage;

class TwinPermissionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        admin("DELETE", u"/faults"_s);
        knobs({ { u"delay_ms"_s, 0 },
                { u"fail_next"_s, 0 },
                { u"malformed_next"_s, 0 },
                { u"partial_next"_s, 0 },
                { u"unknown_account"_s, u"deny"_s } });
        QCOMPARE(admin("POST", u"/permissions"_s, { { u"alice"_s, QJsonArray { u"change.submit"_s, u"ops.read"_s } } }).status,
                 200);
    }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void severalCodesInOneRoundTripAndOneJournalRow()
    {
        const int before = admin("GET", u"/journal?op=permission.check"_s).json[u"entries"_s].toArray().size();
        const TwinAnswer answer = check(u"alice"_s, { u"change.submit"_s, u"ops.act"_s, u"ops.read"_s });
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.json[u"account"_s].toString(), u"alice"_s);
        QCOMPARE(answer.json[u"permissions"_s].toObject(),
                 QJsonObject({ { u"change.submit"_s, true }, { u"ops.act"_s, false }, { u"ops.read"_s, true } }));
        QCOMPARE(admin("GET", u"/journal?op=permission.check"_s).json[u"entries"_s].toArray().size(), before + 1);
    }

    void whoIsUnknownIsDenied()
    {
        QCOMPARE(check(u"mallory"_s, { u"ops.act"_s }).json[u"permissions"_s][u"ops.act"_s].toBool(true), false);
        knobs({ { u"unknown_account"_s, u"404"_s } });
        QCOMPARE(check(u"mallory"_s, { u"ops.act"_s }).status, 404);
        QCOMPARE(check(u"alice"_s, { u"ops.act"_s }).status, 200);
    }

    void aMalformedQuestionIsRefused()
    {
        QCOMPARE(check(u"alice"_s, {}).status, 400);
        QCOMPARE(check(QString(), { u"ops.act"_s }).status, 400);
    }

    void itFailsAsOftenAsToldAndWithThatStatus()
    {
        knobs({ { u"fail_next"_s, 1 }, { u"fail_status"_s, 500 } });
        QCOMPARE(check(u"alice"_s, { u"ops.read"_s }).status, 500);
        QCOMPARE(check(u"alice"_s, { u"ops.read"_s }).status, 200);
    }

    void itAnswersMalformed()
    {
        for (const QString &how : { u"not_json"_s, u"html"_s, u"empty"_s, u"array"_s, u"strings"_s, u"other_account"_s }) {
            knobs({ { u"malformed_next"_s, 1 }, { u"malformed"_s, how } });
            const TwinAnswer answer = check(u"alice"_s, { u"ops.read"_s });
            QCOMPARE(answer.status, 200);
            QVERIFY2(answer.json[u"account"_s] != u"alice"_s, qPrintable(how));
        }
        QVERIFY(check(u"alice"_s, { u"ops.read"_s }).json[u"permissions"_s][u"ops.read"_s].toBool());
    }

    void itAnswersHalf()
    {
        knobs({ { u"partial_next"_s, 1 } });
        const QJsonObject half = check(u"alice"_s, { u"change.submit"_s, u"ops.read"_s }).json[u"permissions"_s].toObject();
        QCOMPARE(half, QJsonObject({ { u"change.submit"_s, true } }));
    }

    void itTakesItsTime()
    {
        knobs({ { u"delay_ms"_s, 300 } });
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(check(u"alice"_s, { u"ops.read"_s }).status, 200);
        QVERIFY(timer.elapsed() >= 300);
    }

    void theFaultEngineReachesIt()
    {
        admin("POST", u"/faults"_s,
              { { u"match"_s, QJsonObject { { u"op"_s, u"permission.check"_s } } },
                { u"do"_s, QJsonObject { { u"kind"_s, u"drop"_s } } } });
        QCOMPARE(check(u"alice"_s, { u"ops.read"_s }).status, 0);
        QCOMPARE(check(u"alice"_s, { u"ops.read"_s }).status, 200);
    }

    void grantsAreTakenBackAndSurviveARestart()
    {
        m_stage.twin.kill();
        QCOMPARE(m_stage.twin.start(QCoreApplication::applicationDirPath() + u"/slipway-twin"_s), QString());
        QVERIFY(check(u"alice"_s, { u"ops.read"_s }).json[u"permissions"_s][u"ops.read"_s].toBool());
        QCOMPARE(admin("DELETE", u"/permissions/alice"_s).status, 200);
        QVERIFY(!check(u"alice"_s, { u"ops.read"_s }).json[u"permissions"_s][u"ops.read"_s].toBool());
    }

    void whatIsNotUnderstoodIsRefused()
    {
        QCOMPARE(admin("POST", u"/permissions"_s, { { u"alice"_s, u"everything"_s } }).json[u"error"_s].toString(),
                 u"alice must have a list of codes"_s);
        QCOMPARE(admin("POST", u"/permissions/policy"_s, { { u"malformed"_s, u"odd"_s } }).status, 400);
    }

private:
    TwinAnswer admin(const QByteArray &method, const QString &path, const QJsonObject &body = {})
    {
        return m_stage.twin.admin(method, path, body);
    }
    void knobs(const QJsonObject &values) { QCOMPARE(admin("POST", u"/permissions/policy"_s, values).status, 200); }
    TwinAnswer check(const QString &account, const QStringList &codes)
    {
        const QJsonObject body { { u"account"_s, account }, { u"codes"_s, QJsonArray::fromStringList(codes) } };
        return m_stage.twin.raw("POST", QUrl(m_stage.twin.apiUrl() + u"/permissions/check"_s),
                                { { "Content-Type", "application/json" } }, QJsonDocument(body).toJson());
    }

    TwinStage m_stage;
};

QTEST_GUILESS_MAIN(TwinPermissionTest)
#include "tst_twinpermission.moc"
