// SPDX-License-Identifier: GPL-3.0-only
#include "console/models/listfeed.h"
#include "console/models/listtables.h"
#include "console/session/recordednetwork.h"
#include "console/session/session.h"
#include "console/session/supportbundle.h"
#include "tests/console/plainservice.h"

#include <QNetworkAccessManager>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway::console;

class ConsoleSessionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void whoActsIsWhomTheServiceNames();
    void nothingMayBeDoneOnOldNews();
    void itLooksAgainBySelfAfterAFailure();
    void aPageOfAProxyIsNoService();
    void aTokenIsNotCarriedElsewhere();
    void anAnswerForAnotherProfileIsDropped();
    void theEventStreamIsReadAsWritten();
    void theEventStreamGoesOnWhereItBroke();
    void aSessionMayEndWhileEventsCome();
    void aLongListIsReadPageByPage();
    void aRecordingCannotBeActedOn();
    void profilesComeBackAsTheyWereKept();
    void theSupportBundleHoldsNoToken();
};

namespace {

PlainService::Said good(const PlainService::Asked &asked)
{
    if (asked.line.startsWith("GET /api/v1/session"))
        return { 200, QJsonObject { { u"identity"_s, u"olga"_s }, { u"displayName"_s, u"Olga"_s } } };
    if (asked.line.startsWith("GET /ops/v1/overview"))
        return { 200, QJsonObject { { u"partitions"_s, QJsonArray() } } };
    return { 404, QJsonValue(), u"NOT_FOUND"_s };
}

Profile profileOf(const PlainService &service)
{
    Profile profile = Profile::fresh(Profile::Stage::Development);
    profile.name = u"test"_s;
    profile.url = service.url();
    profile.account = u"whoever"_s;
    return profile;
}

} // namespace

void ConsoleSessionTest::whoActsIsWhomTheServiceNames()
{
    PlainService service(&good);
    QNetworkAccessManager network;
    Session session(network);
    QVERIFY(!session.whyNoActions().isEmpty());
    session.open(profileOf(service), {});
    QTRY_COMPARE(session.state(), Session::State::Fresh);
    QCOMPARE(session.account(), u"olga"_s);
    QCOMPARE(session.whyNoActions(), QString());
    session.setReadOnly(true);
    QVERIFY(!session.whyNoActions().isEmpty());
}

void ConsoleSessionTest::nothingMayBeDoneOnOldNews()
{
    bool isAway = false;
    PlainService service([&](const PlainService::Asked &asked) {
        return isAway ? PlainService::Said { 503, {}, u"UNAVAILABLE"_s } : good(asked);
    });
    QNetworkAccessManager network;
    Session session(network);
    session.open(profileOf(service), {});
    QTRY_COMPARE(session.state(), Session::State::Fresh);
    isAway = true;
    session.refresh();
    QTRY_COMPARE(session.state(), Session::State::Stale);
    QVERIFY(!session.whyNoActions().isEmpty());
    QVERIFY(!session.overview().isEmpty()); // What was read stays in sight.
    isAway = false;
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), Session::State::Fresh, 10000);
    QCOMPARE(session.whyNoActions(), QString());
}

void ConsoleSessionTest::itLooksAgainBySelfAfterAFailure()
{
    int failures = 2;
    PlainService service([&](const PlainService::Asked &asked) {
        const bool isOverview = asked.line.startsWith("GET /ops/v1/overview");
        return isOverview && failures-- > 0 ? PlainService::Said { 503, {}, u"UNAVAILABLE"_s } : good(asked);
    });
    QNetworkAccessManager network;
    Session session(network);
    session.setPace(0ms); // Only when asked; a failure is asked about all the same.
    session.open(profileOf(service), {});
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), Session::State::Fresh, 15000);
    QCOMPARE(service.count("GET /ops/v1/overview"), 3);
}

void ConsoleSessionTest::aPageOfAProxyIsNoService()
{
    PlainService service([](const PlainService::Asked &) {
        return PlainService::Said { .raw = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>" };
    });
    QNetworkAccessManager network;
    ApiClient api(network);
    api.setService(profileOf(service), {});
    Answer seen { .status = 200 };
    bool isThere = false;
    api.get(u"/ops/v1/overview"_s, this, [&](const Answer &answer) { seen = answer, isThere = true; });
    QTRY_VERIFY(isThere);
    QVERIFY(!seen.isOk());
}

void ConsoleSessionTest::aTokenIsNotCarriedElsewhere()
{
    PlainService elsewhere(&good);
    PlainService service([&](const PlainService::Asked &) {
        return PlainService::Said { .raw = "HTTP/1.1 302 Found\r\nLocation: " + elsewhere.url().toEncoded()
                                        + "/api/v1/session\r\nContent-Length: 0\r\n\r\n" };
    });
    QNetworkAccessManager network;
    ApiClient api(network);
    Profile profile = profileOf(service);
    profile.proof = Profile::Proof::BearerToken;
    api.setService(profile, u"secret"_s);
    bool isThere = false;
    api.get(u"/api/v1/session"_s, this, [&](const Answer &answer) { isThere = !answer.isOk(); });
    QTRY_VERIFY(isThere);
    QCOMPARE(service.asked().first().headers.value("authorization"), QByteArray("Bearer secret"));
    QCOMPARE(elsewhere.asked().size(), 0);
}

void ConsoleSessionTest::anAnswerForAnotherProfileIsDropped()
{
    PlainService service(&good);
    QNetworkAccessManager network;
    ApiClient api(network);
    api.setService(profileOf(service), {});
    bool isThere = false;
    api.get(u"/ops/v1/overview"_s, this, [&](const Answer &) { isThere = true; });
    api.setService(profileOf(service), {});
    QTRY_COMPARE(service.asked().size(), 1);
    bool isNext = false;
    api.get(u"/ops/v1/overview"_s, this, [&](const Answer &) { isNext = true; });
    QTRY_VERIFY(isNext);
    QVERIFY(!isThere);
}

void ConsoleSessionTest::theEventStreamIsReadAsWritten()
{
    QNetworkAccessManager network;
    ApiClient api(network);
    EventStream stream(api);
    QSignalSpy changes(&stream, &EventStream::changed);
    stream.take(": heartbeat\n\nid: 7\nevent: batch\nda");
    QCOMPARE(changes.size(), 0);
    stream.take("ta: {\"id\":\r\ndata: 12}\r\n\r\ndata: x\n\n");
    QCOMPARE(changes.size(), 2);
    QCOMPARE(changes.at(0).at(0).toString(), u"batch"_s);
    QCOMPARE(changes.at(0).at(1).toByteArray(), QByteArray("{\"id\":\n12}"));
    QCOMPARE(changes.at(1).at(0).toString(), u"message"_s);
}

void ConsoleSessionTest::theEventStreamGoesOnWhereItBroke()
{
    PlainService service([](const PlainService::Asked &) {
        return PlainService::Said {
            .raw = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 21\r\n\r\nid: 41\ndata: x\n\n: ok\n"
        };
    });
    QNetworkAccessManager network;
    ApiClient api(network);
    api.setService(profileOf(service), {});
    EventStream stream(api);
    QSignalSpy changes(&stream, &EventStream::changed);
    stream.begin();
    QTRY_VERIFY_WITH_TIMEOUT(service.asked().size() >= 2, 10000);
    QCOMPARE(service.asked().at(0).headers.value("last-event-id"), QByteArray());
    QCOMPARE(service.asked().at(1).headers.value("last-event-id"), QByteArray("41"));
    QVERIFY(changes.size() >= 1);
    stream.end();
}

void ConsoleSessionTest::aSessionMayEndWhileEventsCome()
{
    PlainService service([](const PlainService::Asked &asked) {
        if (!asked.line.startsWith("GET /ops/v1/events"))
            return good(asked);
        return PlainService::Said {
            .raw = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 9999\r\n\r\nid: 41\ndata: x\n\n"
        };
    });
    QNetworkAccessManager network;
    auto session = std::make_unique<Session>(network);
    session->open(profileOf(service), {});
    QTRY_VERIFY(session->hasEvents());
    QTRY_COMPARE(session->state(), Session::State::Fresh);
    session.reset(); // That its stream ends must set no timer of it that is gone already: the memory checkers look.
    QTRY_VERIFY(service.count("GET /ops/v1/events") >= 1);
}

void ConsoleSessionTest::aLongListIsReadPageByPage()
{
    PlainService service([](const PlainService::Asked &asked) {
        const int page = asked.line.contains("cursor=") ? asked.line.mid(asked.line.indexOf("cursor=") + 7).toInt() : 0;
        QJsonArray items;
        for (int i = 0; i < 100; ++i)
            items.append(QJsonObject { { u"key"_s, u"%1"_s.arg(page * 100 + i) },
                                       { u"stage"_s, u"hot"_s },
                                       { u"value"_s, u""_s },
                                       { u"source"_s, u""_s },
                                       { u"default"_s, u""_s },
                                       { u"fallback"_s, u""_s },
                                       { u"meaning"_s, u""_s } });
        return PlainService::Said { 200,
                                    QJsonObject { { u"items"_s, items },
                                                  { u"nextCursor"_s,
                                                    page < 4 ? QJsonValue(QString::number(page + 1)) : QJsonValue() } } };
    });
    QNetworkAccessManager network;
    ApiClient api(network);
    api.setService(profileOf(service), {});
    ListModel<slipway::protocol::KeyView> model(tables::keys());
    ListFeed feed(api, model, u"/ops/v1/list"_s);
    feed.ask({});
    QTRY_COMPARE(model.rowCount(), 100);
    QVERIFY(model.goesOn());
    model.fetchMore({});
    QTRY_COMPARE(model.rowCount(), 200);
    feed.readAll();
    QTRY_COMPARE(model.rowCount(), 500);
    QVERIFY(!model.goesOn());
    const qsizetype before = service.asked().size();
    QSignalSpy read(&feed, &ListFeed::read);
    feed.refresh(); // Only its head is read anew.
    QTRY_COMPARE(read.size(), 1);
    QCOMPARE(service.asked().size() - before, 3);
    QCOMPARE(model.rowCount(), 500);
}

void ConsoleSessionTest::aRecordingCannotBeActedOn()
{
    RecordedNetwork network(R"({"recordedAt":"2026-01-01T00:00:00.000000Z","answers":[
        {"question":"GET /ops/v1/overview en","status":200,"answer":{"code":"OK","message":"","data":{"x":1},"traceId":""}}]})");
    ApiClient api(network);
    Profile profile;
    profile.url = QUrl(u"http://recording.invalid"_s);
    api.setService(profile, {});
    QList<int> statuses;
    const auto note = [&](const Answer &answer) { statuses.append(answer.status); };
    api.get(u"/ops/v1/overview?limit=100"_s, this, note);
    api.get(u"/ops/v1/nothing"_s, this, note);
    api.post(u"/ops/v1/actions"_s, { { u"mode"_s, u"execute"_s } }, "key", this, note);
    QTRY_COMPARE(statuses, QList<int>({ 200, 404, 403 }));
    // Its clock stands where it was recorded.
    QVERIFY(slipway::toIso(api.clock().now()).startsWith("2026-01-01T00:00"_L1));
}

void ConsoleSessionTest::profilesComeBackAsTheyWereKept()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(u"console.ini"_s), QSettings::IniFormat);
    Profile production = Profile::fresh(Profile::Stage::Production);
    QVERIFY(production.isReadOnly);
    production.name = u"生产"_s;
    production.url = QUrl(u"https://slipway.example.com"_s);
    Profile development = Profile::fresh(Profile::Stage::Development);
    QVERIFY(!development.isReadOnly);
    development.name = u"here"_s;
    development.url = QUrl(u"http://127.0.0.1:8420"_s);
    development.account = u"olga"_s;
    Profile::save(settings, { production, development });
    settings.sync();
    QSettings again(folder.filePath(u"console.ini"_s), QSettings::IniFormat);
    QCOMPARE(Profile::all(again), QList<Profile>({ production, development }));
}

void ConsoleSessionTest::theSupportBundleHoldsNoToken()
{
    PlainService service(&good);
    QNetworkAccessManager network;
    Session session(network);
    Profile profile = profileOf(service);
    profile.proof = Profile::Proof::BearerToken;
    session.open(profile, u"very-secret"_s);
    QTRY_COMPARE(session.state(), Session::State::Fresh);
    const QByteArray bundle = supportBundle(session);
    QVERIFY(bundle.contains("/ops/v1/overview"));
    QVERIFY(!bundle.contains("very-secret"));
}

QTEST_GUILESS_MAIN(ConsoleSessionTest)
#include "tst_consolesession.moc"
