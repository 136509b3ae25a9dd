// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/staffdirectory.h"
#include "tests/service/frontdoor.h"
#include "tests/service/rawserver.h"

#include <QElapsedTimer>
#include <QRegularExpression>

#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway;
using namespace slipway::http;

namespace {

class HandMovedClock final : public Clock {
public:
    Instant now() const override { return SystemClock().now(); }
    std::chrono::steady_clock::time_point steady() const override { return m_steady; }
    void advance(std::chrono::milliseconds step) { m_steady += step; }

private:
    std::chrono::steady_clock::time_point m_steady { 1h };
};

QByteArray entry(const QByteArray &number, const QByteArray &account)
{
    return RawServer::answer("200 OK", R"({"number":")" + number + R"(","account":")" + account + R"("})");
}

/// The last part of the path that was asked for.
QByteArray numberIn(const RawServer::Request &request) { return request.head.split(' ').value(1).split('/').last(); }

} // namespace

/// Employee numbers where the directory is a service: mapped by its word, and by nothing else.
class StaffDirectoryTest : public FrontDoor {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!refused:)"_s)); }
    void cleanup() { close(); }

    void aNumberIsTheAccountTheDirectoryNames()
    {
        RawServer directory([](QTcpSocket &socket, const RawServer::Request &request) {
            socket.write(entry(numberIn(request), "Carol@corp.example"));
        });
        openFor(directory.url("/staff"));
        QCOMPARE(accountOf("00123"), u"carol"_s);
        QCOMPARE(directory.requests.value(0).head.split('\r').value(0), "GET /staff/00123 HTTP/1.1");
        QCOMPARE(accountOf("00123"), u"carol"_s);
        QCOMPARE(directory.requests.size(), 1);
        QCOMPARE(accountOf("alice"), u"alice"_s); // An account is none of its business.
        QCOMPARE(directory.requests.size(), 1);
    }

    void whomTheDirectoryDoesNotKnowStaysANumber()
    {
        RawServer directory(
            [](QTcpSocket &socket, const RawServer::Request &) { socket.write(RawServer::answer("404 Not Found", "{}")); });
        openFor(directory.url("/staff"));
        QCOMPARE(accountOf("00123"), u"staff:00123"_s);
        QCOMPARE(accountOf("00123"), u"staff:00123"_s);
        QCOMPARE(directory.requests.size(), 1);
    }

    void whatIsNoAnswerNamesNobody_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("500") << RawServer::answer("500 Internal Server Error", R"({"number":"00123","account":"carol"})");
        QTest::newRow("about somebody else") << entry("00124", "carol");
        QTest::newRow("about nobody") << RawServer::answer("200 OK", R"({"account":"carol"})");
        QTest::newRow("without an account") << entry("00123", "");
        QTest::newRow("an account of another type") << RawServer::answer("200 OK", R"({"number":"00123","account":["carol"]})");
        QTest::newRow("a page") << RawServer::answer("200 OK", "<html>sign in</html>", "Content-Type: text/html\r\n");
        QTest::newRow("a list") << RawServer::answer("200 OK", R"([{"number":"00123","account":"carol"}])");
        QTest::newRow("an endless name") << entry("00123", QByteArray(600, 'c'));
        QTest::newRow("a redirection") << RawServer::answer("302 Found", "", "Location: http://127.0.0.1:1/\r\n");
        QTest::newRow("cut off") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"number\":\"00123\"");
    }
    void whatIsNoAnswerNamesNobody()
    {
        QFETCH(QByteArray, answer);
        bool isWell = false;
        RawServer directory([&](QTcpSocket &socket, const RawServer::Request &) {
            socket.write(isWell ? entry("00123", "carol") : answer);
            if (!isWell)
                socket.disconnectFromHost();
        });
        openFor(directory.url("/staff"));
        QCOMPARE(accountOf("00123"), u"staff:00123"_s);
        isWell = true; // A failure is not remembered.
        QCOMPARE(accountOf("00123"), u"carol"_s);
    }

    void anAccountThatIsNoneNamesNobody_data()
    {
        QTest::addColumn<QByteArray>("account");
        QTest::newRow("another number") << QByteArray("00999");
        QTest::newRow("our own prefix") << QByteArray("staff:00001");
        QTest::newRow("two people") << QByteArray("carol,bob");
    }
    void anAccountThatIsNoneNamesNobody()
    {
        QFETCH(QByteArray, account);
        RawServer directory([&](QTcpSocket &socket, const RawServer::Request &) { socket.write(entry("00123", account)); });
        openFor(directory.url("/staff"));
        QCOMPARE(accountOf("00123"), u"staff:00123"_s);
    }

    void aDirectoryThatDoesNotAnswerHoldsUpNobodyElse()
    {
        RawServer directory([](QTcpSocket &, const RawServer::Request &) {});
        openFor(directory.url("/staff"));
        Client waiting(m_port);
        waiting.send("POST /api/v1/changes HTTP/1.1\r\nX-Slipway-Dev-User: 00123" + asJson, "{}");
        QTRY_COMPARE(directory.requests.size(), 1);
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(ask("GET /livez HTTP/1.1").status, 202);
        QCOMPARE(ask("POST /api/v1/changes HTTP/1.1" + alice + asJson, "{}").status, 202);
        QVERIFY(timer.elapsed() < 1000);
        QTRY_VERIFY_WITH_TIMEOUT(waiting.hasAnswer(10), 5000);
        QVERIFY(timer.elapsed() < 4000); // Its deadline, not the client's patience.
        QCOMPARE(waiting.receive().json()[u"data"_s][u"account"_s], u"staff:00123"_s);
    }

    void fewAskAtOnce()
    {
        RawServer directory([](QTcpSocket &, const RawServer::Request &) {});
        openFor(directory.url("/staff"));
        std::vector<std::unique_ptr<Client>> waiting;
        for (int i = 0; i < 8; ++i) {
            waiting.push_back(std::make_unique<Client>(m_port));
            waiting.back()->send("POST /api/v1/changes HTTP/1.1\r\nX-Slipway-Dev-User: 00123" + asJson, "{}");
        }
        for (const auto &client : waiting) {
            QTRY_VERIFY_WITH_TIMEOUT(client->hasAnswer(10), 10'000);
            QCOMPARE(client->receive().json()[u"data"_s][u"account"_s], u"staff:00123"_s);
        }
        QCOMPARE(directory.requests.size(), 4);
    }

    void aDirectoryThatIsAwayIsLeftAlone()
    {
        int asked = 0;
        RawServer directory([&](QTcpSocket &socket, const RawServer::Request &) {
            ++asked;
            socket.abort();
        });
        openFor(directory.url("/staff"));
        for (int i = 10; i < 30; ++i) { // Each of their own: one alone would be asked to slow down.
            const QByteArray number = "005" + QByteArray::number(i);
            QCOMPARE(accountOf(number), u"staff:"_s + QString::fromLatin1(number));
        }
        // A question that is cut off may be put once more on a new connection, and five that failed are enough.
        QVERIFY2(asked > 0 && asked < 20, qPrintable(QString::number(asked)));
    }

    void whoeverWasKnownStaysKnownWhenItStops()
    {
        auto directory = std::make_unique<RawServer>(
            [](QTcpSocket &socket, const RawServer::Request &request) { socket.write(entry(numberIn(request), "carol")); });
        openFor(directory->url("/staff"));
        QCOMPARE(accountOf("00123"), u"carol"_s);
        directory.reset();
        QCOMPARE(accountOf("00123"), u"carol"_s);
        QCOMPARE(accountOf("00124"), u"staff:00124"_s);
    }

    void anAbsentDirectoryMapsNobody()
    {
        openFor(QUrl(u"http://127.0.0.1:1/staff"_s));
        QCOMPARE(accountOf("00123"), u"staff:00123"_s);
    }

    void answersAreBelievedForATime()
    {
        RawServer server([](QTcpSocket &socket, const RawServer::Request &request) {
            socket.write(numberIn(request) == "1" ? entry("1", "carol") : RawServer::answer("404 Not Found", "{}"));
        });
        HandMovedClock clock;
        StaffDirectory directory(server.url("/staff"), clock);
        askOutside(directory, { u"1"_s, u"2"_s });
        clock.advance(59s);
        QCOMPARE(directory.remembered(u"2"_s), QString());
        clock.advance(1s);
        QVERIFY(!directory.remembered(u"2"_s)); // People join.
        clock.advance(539s);
        QCOMPARE(directory.remembered(u"1"_s), u"carol"_s);
        clock.advance(1s);
        QVERIFY(!directory.remembered(u"1"_s));
    }

    void onlySoManyAnswersAreRemembered()
    {
        RawServer server(
            [](QTcpSocket &socket, const RawServer::Request &request) { socket.write(entry(numberIn(request), "carol")); });
        HandMovedClock clock;
        StaffDirectory directory(server.url("/staff"), clock, 3);
        askOutside(directory, { u"1"_s, u"2"_s, u"3"_s });
        QCOMPARE(directory.size(), 3);
        askOutside(directory, { u"4"_s });
        QVERIFY(directory.size() <= 3);
        QCOMPARE(directory.remembered(u"4"_s), u"carol"_s);
    }

private:
    void openFor(const QUrl &directory)
    {
        open([&](configuration::BootSettings &boot) {
            boot.identity.devUsers = { u"alice"_s, u"00123"_s, u"00124"_s };
            for (int i = 10; i < 30; ++i)
                boot.identity.devUsers.append(u"005%1"_s.arg(i));
            boot.identity.domains = { u"corp.example"_s };
            boot.identity.directory = directory.toString();
        });
        configure({ { u"access.mode"_s, u"OPEN"_s }, { u"deadline.directoryMs"_s, u"1000"_s } });
    }

    /// The directory lives in this thread's event loop, so somebody else has to wait for it.
    static void outside(const std::function<void()> &work)
    {
        std::atomic_bool isDone { false };
        std::thread asking([&] {
            work();
            isDone = true;
        });
        [&] { QTRY_VERIFY_WITH_TIMEOUT(isDone.load(), 15'000); }();
        asking.join();
    }
    QString accountOf(const QByteArray &name)
    {
        Answer answer;
        outside([&] { answer = ask("POST /api/v1/changes HTTP/1.1\r\nX-Slipway-Dev-User: " + name + asJson, "{}"); });
        return answer.json()[u"data"_s][u"account"_s].toString();
    }
    static void askOutside(StaffDirectory &directory, const QStringList &numbers)
    {
        outside([&] {
            for (const QString &number : numbers)
                directory.ask(number, 5s);
        });
    }
};

QTEST_GUILESS_MAIN(StaffDirectoryTest)
#include "tst_staffdirectory.moc"
