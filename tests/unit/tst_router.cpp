// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/router.h"

#include <QRegularExpression>
#include <QTest>

#include <stdexcept>

using namespace slipway::httpserver;
using namespace Qt::StringLiterals;

namespace {

Route route(Method method, const QByteArray &pattern, int tag = 0)
{
    Route made;
    made.method = method;
    made.pattern = pattern;
    made.bodyMode = BodyMode::None;
    made.handler = [](const RequestPtr &, const Responder &) {};
    made.tag = tag;
    return made;
}

} // namespace

class RouterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void pathsFindTheirRoute_data();
    void pathsFindTheirRoute();
    void anEscapedSlashNeverSplitsASegment();
    void argumentsAreDecodedOnce();
    void malformedEscapesAreToldApart_data();
    void malformedEscapesAreToldApart();
    void literalsWinWhicheverWasAddedFirst();
    void headIsServedByTheRouteOfGet();
    void otherMethodsAreListed();
    void mistakesOfTheProgramAreRefused_data();
    void mistakesOfTheProgramAreRefused();
};

void RouterTest::init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

void RouterTest::pathsFindTheirRoute_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<int>("tag");
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("root") << QByteArray("/") << 1 << QStringList();
    QTest::newRow("literal") << QByteArray("/changes") << 2 << QStringList();
    QTest::newRow("trailing slash") << QByteArray("/changes/") << -1 << QStringList();
    QTest::newRow("case") << QByteArray("/Changes") << -1 << QStringList();
    QTest::newRow("placeholder") << QByteArray("/changes/op-1") << 3 << QStringList { u"op-1"_s };
    QTest::newRow("literal after placeholder") << QByteArray("/changes/op-1/withdraw") << 4 << QStringList { u"op-1"_s };
    QTest::newRow("empty placeholder") << QByteArray("/changes//withdraw") << -1 << QStringList();
    QTest::newRow("two placeholders") << QByteArray("/a/1/b/2") << 5 << QStringList { u"1"_s, u"2"_s };
    QTest::newRow("rest") << QByteArray("/files/1/raw/x/y/z") << 6 << QStringList { u"1"_s, u"x/y/z"_s };
    QTest::newRow("rest of one") << QByteArray("/files/1/raw/x") << 6 << QStringList { u"1"_s, u"x"_s };
    QTest::newRow("empty rest") << QByteArray("/files/1/raw/") << 6 << QStringList { u"1"_s, u""_s };
    QTest::newRow("no rest") << QByteArray("/files/1/raw") << -1 << QStringList();
    QTest::newRow("longer") << QByteArray("/changes/1/withdraw/2") << -1 << QStringList();
    QTest::newRow("nothing") << QByteArray("/nothing") << -1 << QStringList();
    QTest::newRow("empty") << QByteArray("") << -1 << QStringList();
}

void RouterTest::pathsFindTheirRoute()
{
    Router router;
    int added = 0;
    for (const char *pattern :
         { "/", "/changes", "/changes/{id}", "/changes/{id}/withdraw", "/a/{x}/b/{y}", "/files/{id}/raw/{path...}" })
        router.add(route(Method::Get, pattern, ++added));
    QFETCH(QByteArray, path);
    QFETCH(int, tag);
    QFETCH(QStringList, arguments);
    const Match match = router.match(Method::Get, path);
    QCOMPARE(match.route ? match.route->tag : -1, tag);
    QCOMPARE(match.arguments, arguments);
}

void RouterTest::anEscapedSlashNeverSplitsASegment()
{
    Router router;
    router.add(route(Method::Get, "/projects/{id}", 1));
    router.add(route(Method::Get, "/projects/{id}/{what}", 2));
    const Match match = router.match(Method::Get, "/projects/group%2Fproject");
    QVERIFY(match.route);
    QCOMPARE(match.route->tag, 1);
    QCOMPARE(match.arguments, QStringList { u"group/project"_s });
}

void RouterTest::argumentsAreDecodedOnce()
{
    Router router;
    router.add(route(Method::Get, "/{x}"));
    QCOMPARE(router.match(Method::Get, "/a%252Fb+%C3%A4").arguments, QStringList { u"a%2Fb+ä"_s });
}

void RouterTest::malformedEscapesAreToldApart_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("NUL") << QByteArray("/a%00b");
    QTest::newRow("no UTF-8") << QByteArray("/%ff");
    QTest::newRow("overlong") << QByteArray("/%c0%af");
    QTest::newRow("surrogate") << QByteArray("/%ed%a0%80");
    QTest::newRow("cut") << QByteArray("/%c3");
    QTest::newRow("no digits") << QByteArray("/%zz");
    QTest::newRow("one digit") << QByteArray("/%2");
}

void RouterTest::malformedEscapesAreToldApart()
{
    QFETCH(QByteArray, path);
    Router router;
    router.add(route(Method::Get, "/{x}"));
    const Match match = router.match(Method::Get, path);
    QVERIFY(match.malformed);
    QVERIFY(!match.route);
}

void RouterTest::literalsWinWhicheverWasAddedFirst()
{
    Router router;
    router.add(route(Method::Get, "/{path...}", 1));
    router.add(route(Method::Get, "/targets/{key}", 2));
    router.add(route(Method::Get, "/targets/all", 3));
    QCOMPARE(router.match(Method::Get, "/targets/all").route->tag, 3);
    QCOMPARE(router.match(Method::Get, "/targets/one").route->tag, 2);
    QCOMPARE(router.match(Method::Get, "/targets/one/two").route->tag, 1);
    QCOMPARE(router.match(Method::Get, "/").route->tag, 1);
}

void RouterTest::headIsServedByTheRouteOfGet()
{
    Router router;
    router.add(route(Method::Get, "/a", 7));
    QVERIFY(router.match(Method::Head, "/a").route);
    QCOMPARE(router.match(Method::Head, "/a").route->tag, 7);
}

void RouterTest::otherMethodsAreListed()
{
    Router router;
    router.add(route(Method::Get, "/a"));
    router.add(route(Method::Post, "/a"));
    router.add(route(Method::Delete, "/{x}"));
    const Match match = router.match(Method::Put, "/a");
    QVERIFY(!match.route);
    QCOMPARE(QSet<Method>(match.allowed.begin(), match.allowed.end()),
             QSet<Method>({ Method::Get, Method::Head, Method::Post, Method::Delete }));
    QVERIFY(router.match(Method::Put, "/a/b").allowed.isEmpty());
    QVERIFY(router.match(Method::Get, "/a").allowed.isEmpty());
}

void RouterTest::mistakesOfTheProgramAreRefused_data()
{
    QTest::addColumn<Route>("wrong");
    Route unset = route(Method::Unset, "/b"), noMode = route(Method::Get, "/b"), noLimit = noMode, noHandler = noMode;
    noMode.bodyMode = BodyMode::Unset;
    noLimit.bodyMode = BodyMode::Buffered;
    noHandler.handler = nullptr;
    QTest::newRow("no method") << unset;
    QTest::newRow("HEAD of its own") << route(Method::Head, "/b");
    QTest::newRow("no body mode") << noMode;
    QTest::newRow("a body without a limit") << noLimit;
    QTest::newRow("no handler") << noHandler;
    QTest::newRow("no slash") << route(Method::Get, "b");
    QTest::newRow("part of a segment") << route(Method::Get, "/b{x}");
    QTest::newRow("unnamed") << route(Method::Get, "/{}");
    QTest::newRow("rest in the middle") << route(Method::Get, "/{x...}/b");
    QTest::newRow("taken") << route(Method::Get, "/a");
    QTest::newRow("taken under another name") << route(Method::Get, "/c/{y}");
}

void RouterTest::mistakesOfTheProgramAreRefused()
{
    QFETCH(Route, wrong);
    Router router;
    router.add(route(Method::Get, "/a"));
    router.add(route(Method::Get, "/c/{x}"));
    QVERIFY_EXCEPTION_THROWN(router.add(wrong), std::logic_error);
}

QTEST_GUILESS_MAIN(RouterTest)
#include "tst_router.moc"
