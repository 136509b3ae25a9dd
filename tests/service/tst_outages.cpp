// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/journey.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using slipway::support::Headers;
using slipway::support::Journey;
using slipway::support::JsonReply;

namespace {

QJsonObject spoiling(const QString &kind, QJsonObject how = {})
{
    how.insert("kind"_L1, kind);
    return how;
}

} // namespace

/// The approval system and the forge out of order, one after the other, in every way a system can be: nobody who submits, reads, takes
/// back or calls back notices, and when it is over everything goes on by itself. (The database has tst_databasetrouble, identity
/// provider and permission service have tst_doorkeeping.)
class OutagesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        m_journey = std::make_unique<Journey>(QMap<QString, QString> { { u"deadline.approvalMs"_s, u"1000"_s },
                                                                       { u"deadline.forgeMs"_s, u"1000"_s },
                                                                       { u"deadline.gitMs"_s, u"2000"_s } });
        m_journey->start();
    }
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void cleanup()
    {
        if (m_journey)
            m_journey->twin().clearFaults();
    }
    void cleanupTestCase()
    {
        QCOMPARE(m_journey->brokenInvariants(), QStringList());
        m_journey.reset();
    }

    void nobodyNoticesASystemThatIsOutOfOrder_data();
    void nobodyNoticesASystemThatIsOutOfOrder();
    void nobodyNoticesSystemsThatWereNeverThere();

private:
    /// The right code, whatever is out of order.
    void expect(int status, const std::function<JsonReply()> &ask, const char *what);
    void everybodyIsServed(Journey &journey, const QString &subject);
    static QJsonObject change(const QString &subject)
    {
        return { { u"subjectId"_s, subject },
                 { u"targetKey"_s, u"db/read"_s },
                 { u"parameters"_s, QJsonObject { { u"role"_s, u"member"_s } } },
                 { u"reason"_s, u"an outage"_s } };
    }

    std::unique_ptr<Journey> m_journey;
    int m_subjects = 0;
};

void OutagesTest::expect(int status, const std::function<JsonReply()> &ask, const char *what)
{
    const JsonReply reply = ask();
    QVERIFY2(reply.status == status, qPrintable(QLatin1StringView(what) + u": "_s + reply.text()));
}

void OutagesTest::everybodyIsServed(Journey &journey, const QString &subject)
{
    auto alice = journey.stack().as(u"alice"_s), olga = journey.stack().as(u"olga"_s);
    QString stays, goes;
    const auto submit = [&](const QString &whom, QString &operation) {
        expect(
            202,
            [&] {
                const JsonReply reply = alice.submit(change(whom));
                operation = reply.data().value("operationId"_L1).toString();
                return reply;
            },
            "submit");
    };
    submit(subject + u"-stays"_s, stays);
    submit(subject + u"-goes"_s, goes);
    expect(
        202,
        [&] {
            return alice.submit(change(subject + u"-stays"_s), { { "Idempotency-Key", stays.toLatin1() } });
        },
        "the same again");
    expect(
        200, [&] { return alice.get(stays); }, "reading one");
    expect(
        202, [&] { return alice.withdraw(goes); }, "taking back");
    for (const char *path :
         { "/api/v1/changes", "/api/v1/bindings", "/api/v1/targets", "/api/v1/session", "/livez", "/readyz" })
        expect(
            200, [&] { return alice.get(QString::fromLatin1(path), Headers {}); }, path);
    for (const char *path : { "/ops/v1/overview", "/ops/v1/attention", "/ops/v1/batches", "/ops/v1/config" })
        expect(
            200, [&] { return olga.get(QString::fromLatin1(path), Headers {}); }, path);
    expect(
        403, [&] { return alice.get(u"/ops/v1/overview"_s, Headers {}); }, "a stranger's look");
    expect(
        200,
        [&] {
            return journey.callback(u"approval"_s,
                                    { { u"eventId"_s, subject + u"-stale"_s },
                                      { u"operationId"_s, u"nobody-knows"_s },
                                      { u"decision"_s, u"approved"_s },
                                      { u"approver"_s, u"carol"_s } });
        },
        "a callback about nothing");
    expect(
        200,
        [&] {
            return journey.callback(u"deploy"_s,
                                    { { u"eventId"_s, subject + u"-deploy"_s },
                                      { u"project"_s, u"config/access"_s },
                                      { u"result"_s, u"failed"_s },
                                      { u"sha"_s, QString(40, u'e') } });
        },
        "a deploy callback");
}

void OutagesTest::nobodyNoticesASystemThatIsOutOfOrder_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QJsonObject>("trouble");
    const QList<std::pair<const char *, QJsonObject>> troubles {
        { "stopped", spoiling(u"drop"_s) },
        { "hanging", spoiling(u"hang"_s) },
        { "slow", spoiling(u"delay"_s, { { u"ms"_s, 3000 } }) },
        { "failing", spoiling(u"status"_s, { { u"code"_s, 500 } }) },
        { "refusing", spoiling(u"rate_limit"_s) },
        { "a proxy's page", spoiling(u"wrong_ct"_s) },
        { "half a body", spoiling(u"bad_json"_s) },
    };
    for (const auto &[who, path] : { std::pair("approval system", "^/approvals"), std::pair("forge", "^/(api/v4|.*\\.git)") }) {
        for (const auto &[how, trouble] : troubles)
            QTest::addRow("%s %s", who, how) << QString::fromLatin1(path) << trouble;
    }
}

void OutagesTest::nobodyNoticesASystemThatIsOutOfOrder()
{
    QFETCH(QString, path);
    QFETCH(QJsonObject, trouble);
    const QString subject = u"subject-%1"_s.arg(++m_subjects);
    const QString begun = m_journey->submit(subject, u"db/write"_s);
    m_journey->awaitStatus(begun, { u"APPROVAL_SENT"_s });
    m_journey->twin().addFault(
        { { u"match"_s, QJsonObject { { u"path_regex"_s, path } } }, { u"times"_s, -1 }, { u"do"_s, trouble } });
    m_journey->approve(begun);
    for (int i = 0; i < 3; ++i) // Also once the service knows of it, and leaves it alone.
        everybodyIsServed(*m_journey, subject + u'-' + QString::number(i));
    m_journey->twin().clearFaults();
    m_journey->awaitStatus(begun, { u"VALIDATED"_s });
}

void OutagesTest::nobodyNoticesSystemsThatWereNeverThere()
{
    const QString nowhere = u"\"http://127.0.0.1:1\""_s;
    Journey journey({}, {}, { { u"forge.url"_s, nowhere }, { u"approval.external.url"_s, nowhere } });
    journey.start();
    for (int i = 0; i < 3; ++i)
        everybodyIsServed(journey, u"absent-%1"_s.arg(i));
    QVERIFY(journey.stack().service().isRunning());
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(OutagesTest)
#include "tst_outages.moc"
