// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/gitlabanswer.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::forge;
using namespace slipway::forge::gitlab;
using outbound::Answer;
using std::chrono::milliseconds;

using Transport = Answer::Transport;
using Kind = Outcome::Kind;

Q_DECLARE_METATYPE(Transport)
Q_DECLARE_METATYPE(Kind)
Q_DECLARE_METATYPE(slipway::forge::gitlab::ReadVerdict)

namespace {

Answer answered(int status, const QByteArray &body, const QList<QPair<QByteArray, QByteArray>> &headers = {})
{
    Answer answer;
    answer.transport = Transport::Answered;
    answer.status = status;
    answer.body = body;
    answer.headers = headers;
    return answer;
}

const QByteArray badGateway = "<html>\r\n<head><title>502 Bad Gateway</title><style>b{}</style></head>\r\n<body>\r\n"
                              "<center><h1>502 Bad Gateway</h1></center><script>alert(1)</script></body></html>";

void row(const char *name, int status, const QByteArray &body, const QString &words, ReadVerdict verdict, Kind kind)
{
    QTest::newRow(name) << status << body << words << verdict << kind;
}

using V = ReadVerdict;

} // namespace

/// Every shape of answer a GitLab, and what stands before it, is known to give.
class GitLabAnswerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void eachShapeOfErrorHasItsWordsAndItsMeaning_data();
    void eachShapeOfErrorHasItsWordsAndItsMeaning() { check(); }
    void answersOfProxiesAndOddOnesProveNothing_data();
    void answersOfProxiesAndOddOnesProveNothing() { check(); }
    void eachTransportHasItsOutcome_data();
    void eachTransportHasItsOutcome();
    void noStatusIsEverTakenForSuccessButSuccess();
    void wordsAreBoundedAndOnOneLine();
    void aThrottledReadTellsHowLong();
    void aMalformedRequestIsOurDefect();

private:
    static void columns();
    void check();
};

void GitLabAnswerTest::columns()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("words");
    QTest::addColumn<ReadVerdict>("verdict");
    QTest::addColumn<Kind>("kind");
}

void GitLabAnswerTest::eachShapeOfErrorHasItsWordsAndItsMeaning_data()
{
    columns();
    row("plain 401", 401, R"({"message":"401 Unauthorized"})", u"401 Unauthorized"_s, V::TokenDoubtful, Kind::Refused);
    row("expired token", 401,
        R"({"error":"invalid_token","error_description":"Token is expired. You can either do re-authorization or token refresh."})",
        u"invalid_token: Token is expired. You can either do re-authorization or token refresh."_s, V::TokenRefused,
        Kind::NotSent);
    row("small scope", 403,
        R"({"error":"insufficient_scope","error_description":"The request requires higher privileges","scope":"api"})",
        u"insufficient_scope: The request requires higher privileges"_s, V::Unavailable, Kind::Refused);
    row("forbidden", 403, R"({"message":"403 Forbidden"})", u"403 Forbidden"_s, V::Unavailable, Kind::Refused);
    row("forbidden with a reason", 403, R"({"message":"403 Forbidden - Source branch does not exist"})",
        u"403 Forbidden - Source branch does not exist"_s, V::Unavailable, Kind::Refused);
    row("no project", 404, R"({"message":"404 Project Not Found"})", u"404 Project Not Found"_s, V::Absent, Kind::Refused);
    row("no record", 404, R"({"message":"404 Not found"})", u"404 Not found"_s, V::Absent, Kind::Refused);
    row("no route", 404, R"({"error":"404 Not Found"})", u"404 Not Found"_s, V::Absent, Kind::Refused);
    row("missing parameters", 400, R"({"error":"title is missing, source_branch is missing"})",
        u"title is missing, source_branch is missing"_s, V::Misasked, Kind::Refused);
    row("field errors", 400, R"({"message":{"source_branch":["does not exist"],"title":["is too long","is odd"]}})",
        u"source_branch: does not exist; title: is too long; is odd"_s, V::Misasked, Kind::Refused);
    row("list of texts", 409, R"({"message":["Another open merge request already exists for this source branch: !7"]})",
        u"Another open merge request already exists for this source branch: !7"_s, V::Misasked, Kind::Refused);
    row("stale lock", 409, R"({"message":"409 Conflict: Resource lock"})", u"409 Conflict: Resource lock"_s, V::Misasked,
        Kind::Refused);
    row("timeout inside", 408, R"({"message":{"error":"Request timed out"}})", u"error: Request timed out"_s, V::Unavailable,
        Kind::Unknown);
    row("state check failed", 405, R"({"message":"405 Method Not Allowed"})", u"405 Method Not Allowed"_s, V::Misasked,
        Kind::Refused);
    row("not mergeable, old", 406, R"({"message":"Branch cannot be merged"})", u"Branch cannot be merged"_s, V::Misasked,
        Kind::Refused);
    row("not mergeable", 422, R"({"message":"Branch cannot be merged"})", u"Branch cannot be merged"_s, V::Misasked,
        Kind::Refused);
    row("checklist", 422,
        R"({"message":"Checklist items required","code":"checklist_required","errors":[{"id":"c2","reason":"missing"}]})",
        u"Checklist items required"_s, V::Misasked, Kind::Refused);
    row("precondition", 412, R"({"message":"412 Precondition Failed"})", u"412 Precondition Failed"_s, V::Misasked,
        Kind::Refused);
}

void GitLabAnswerTest::answersOfProxiesAndOddOnesProveNothing_data()
{
    columns();
    row("throttled, rack", 429, "Retry later\n", u"Retry later"_s, V::Unavailable, Kind::NotSent);
    row("throttled, action", 429,
        R"({"message":{"error":"This endpoint has been requested too many times. Try again later."}})",
        u"error: This endpoint has been requested too many times. Try again later."_s, V::Unavailable, Kind::NotSent);
    row("throttled, helper", 429, R"({"message":"429 Too Many Requests"})", u"429 Too Many Requests"_s, V::Unavailable,
        Kind::NotSent);
    row("server error", 500, R"({"message":"500 Internal Server Error"})", u"500 Internal Server Error"_s, V::Unavailable,
        Kind::Unknown);
    row("proxy page", 502, badGateway, u"502 Bad Gateway"_s, V::Unavailable, Kind::Unknown);
    row("empty 503", 503, "", u"status 503"_s, V::Unavailable, Kind::Unknown);
    row("gateway timeout", 504, "<html>", u"status 504"_s, V::Unavailable, Kind::Unknown);
    row("proxy stopped listening", 499, "", u"status 499"_s, V::Unavailable, Kind::Unknown);
    row("proxy's 404", 404, "<html><body>default backend - 404</body></html>", u"default backend - 404"_s, V::Unavailable,
        Kind::Refused);
    row("proxy's 413", 413, "<html><h1>413</h1></html>", u"413"_s, V::Unavailable, Kind::Refused);
    row("moved project", 405, R"({"message":"Non GET methods are not allowed for moved projects"})",
        u"Non GET methods are not allowed for moved projects"_s, V::Misasked, Kind::Refused);
    row("redirect", 301, "", u"status 301"_s, V::Unavailable, Kind::Refused);
    row("null words", 400, R"({"message":null,"error":null})", u"status 400"_s, V::Misasked, Kind::Refused);
    row("bare list", 400, R"(["one",2,{"three":3}])", u"one; 2; three: 3"_s, V::Unavailable, Kind::Refused);
    row("unheard of", 777, "{}", u"status 777"_s, V::Unavailable, Kind::Unknown);
    row("success page", 200, "<html>Sign in</html>", u"Sign in"_s, V::Unavailable, Kind::Unknown);
    row("success, cut JSON", 200, R"({"iid":)", u"{\"iid\":"_s, V::Unavailable, Kind::Unknown);
    row("success", 200, R"({"iid":7})", u"status 200"_s, V::Found, Kind::Done);
    row("created", 201, R"({"iid":7})", u"status 201"_s, V::Found, Kind::Done);
    row("enqueued", 202, R"({"rebase_in_progress":true})", u"status 202"_s, V::Found, Kind::Done);
    row("deleted", 204, "", u"status 204"_s, V::Unavailable, Kind::Done);
}

void GitLabAnswerTest::check()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QString, words);
    QFETCH(ReadVerdict, verdict);
    QFETCH(Kind, kind);
    const Answer answer = answered(status, body);
    QCOMPARE(wordsOf(answer), words);
    QCOMPARE(verdictOf(answer), verdict);
    const Outcome outcome = outcomeOf(answer);
    QCOMPARE(outcome.kind, kind);
    QCOMPARE(outcome.status, status);
    if (!outcome.isDone())
        QCOMPARE(outcome.text, words);
}

void GitLabAnswerTest::eachTransportHasItsOutcome_data()
{
    QTest::addColumn<Transport>("transport");
    QTest::addColumn<Kind>("kind");
    QTest::newRow("not sent") << Transport::NotSent << Kind::NotSent;
    QTest::newRow("lost") << Transport::Lost << Kind::Unknown;
}

void GitLabAnswerTest::eachTransportHasItsOutcome()
{
    QFETCH(Transport, transport);
    QFETCH(Kind, kind);
    Answer answer;
    answer.transport = transport;
    answer.problem = u"connection\r\nclosed"_s;
    const Outcome outcome = outcomeOf(answer);
    QCOMPARE(outcome.kind, kind);
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.text, u"connection closed"_s);
    QCOMPARE(verdictOf(answer), ReadVerdict::Unavailable);
    QCOMPARE(readError(answer, "mr.read").code(), Code::Unavailable);
}

void GitLabAnswerTest::noStatusIsEverTakenForSuccessButSuccess()
{
    for (int status = 100; status < 1000; ++status) {
        if (status < 200 || status > 299)
            QVERIFY2(!outcomeOf(answered(status, R"({"state":"merged"})")).isDone(), qPrintable(QString::number(status)));
    }
}

void GitLabAnswerTest::wordsAreBoundedAndOnOneLine()
{
    const QString chinese = QString(2000, u'界');
    const QString words = wordsOf(answered(400, (u"{\"message\":\"a\\u0000\\u001b[31m\\nb%1\"}"_s).arg(chinese).toUtf8()));
    QVERIFY(words.toUtf8().size() <= 1024);
    QVERIFY(words.startsWith(u"a [31m b界"_s));
    QVERIFY(words.endsWith(u'界'));
    QVERIFY(wordsOf(answered(502, QByteArray(1 << 20, 'x'))).size() <= 1024);
}

void GitLabAnswerTest::aThrottledReadTellsHowLong()
{
    const Answer answer = answered(429, "Retry later", { { "Retry-After", "42" } });
    QCOMPARE(readError(answer, "mr.read").retryAfter(), std::optional(milliseconds(42000)));
    QCOMPARE(outcomeOf(answer).retryAfter, std::optional(milliseconds(42000)));
}

void GitLabAnswerTest::aMalformedRequestIsOurDefect()
{
    QCOMPARE(readError(answered(400, R"({"message":"The branch refname is invalid"})"), "branch.read").code(),
             Code::InternalError);
    QCOMPARE(readError(answered(403, R"({"message":"403 Forbidden"})"), "branch.read").code(), Code::Unavailable);
}

QTEST_GUILESS_MAIN(GitLabAnswerTest)
#include "tst_gitlabanswer.moc"
