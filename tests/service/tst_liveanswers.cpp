// SPDX-License-Identifier: GPL-3.0-only
#include "shared/config/keytable.h"
#include "tests/service/maintainer.h"
#include "tests/support/apischema.h"
#include "tests/support/await.h"

#include <QElapsedTimer>
#include <QFile>
#include <QNetworkReply>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway::support;

namespace {

struct Asked {
    QString method;
    QString path; ///< As the description has it.
    JsonReply reply;
};

/// What must never be read in an answer: statements, servers, files, addresses of memory, names of our classes and permissions.
const QRegularExpression internals(
    uR"(SELECT |INSERT |UPDATE |\bmysql|maria|errno|\.cpp|/home|/usr|/tmp|/work|0x[0-9a-f]{8}|stack|terminate|QSql|std::|ops\.(read|act)|glpat|127\.0\.0\.1:\d)"_s,
    QRegularExpression::CaseInsensitiveOption);

} // namespace

/// Everything the real service answers is what its description says, and holds nothing that is nobody's business.
class LiveAnswersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        m_journey = std::make_unique<Journey>(
            QMap<QString, QString> { { u"limit.apply.count"_s, u"100000"_s }, { u"limit.preview.count"_s, u"5"_s } },
            QJsonObject(), m_maintainers.boot());
        m_journey->start();
        m_maintainers.work(*m_journey);
        const JsonReply reply = m_journey->stack().as(u"alice"_s).get(u"/api/openapi.json"_s, Headers {});
        QCOMPARE(reply.status, 200);
        m_api = std::make_unique<ApiSchema>(reply.object());
        m_landed = m_journey->land(u"alice"_s, u"db/read"_s);
        m_waiting = m_journey->submit(u"ben"_s, u"db/write"_s);
        m_journey->awaitStatus(m_waiting, { u"APPROVAL_SENT"_s });
        m_maintainers.act(u"PAUSE_PARTITION"_s, u"partition"_s, partition());
        m_action = m_maintainers.get(u"/ops/v1/actions"_s).value("items"_L1)[0]["actionId"_L1].toString();
        m_maintainers.act(u"RESUME_PARTITION"_s, u"partition"_s, partition());
    }
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void cleanupTestCase() { m_journey.reset(); }

    void whatIsReadIsWhatIsDescribed()
    {
        QMap<QString, QString> samples { { u"/api/v1/changes/{operationId}"_s, u"/api/v1/changes/"_s + m_landed },
                                         { u"/ops/v1/operations/{id}"_s, u"/ops/v1/operations/"_s + m_landed },
                                         { u"/ops/v1/batches/{id}"_s, u"/ops/v1/batches/"_s + batch() },
                                         { u"/ops/v1/actions/{id}"_s, u"/ops/v1/actions/"_s + m_action },
                                         { u"/readyz"_s, u"/readyz?verbose=1"_s } };
        int asked = 0;
        const QJsonObject paths = m_api->document()["paths"_L1].toObject();
        for (const QString &path : paths.keys()) {
            if (!paths.value(path).toObject().contains("get"_L1) || path == "/ops/v1/events"_L1)
                continue;
            QVERIFY2(samples.contains(path) || !path.contains(u'{'), qPrintable(path));
            const JsonReply reply = get(samples.value(path, path));
            QVERIFY2(reply.status == 200, qPrintable(path + u": "_s + reply.text()));
            const QStringList problems = m_api->problemsOfAnswer(u"GET"_s, path, 200, reply.body);
            QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
            ++asked;
        }
        QVERIFY(asked >= 20);
    }

    void listsThatShouldHoldSomethingDo()
    {
        for (const char *list : { "/api/v1/changes", "/api/v1/bindings", "/ops/v1/batches", "/ops/v1/operations",
                                  "/ops/v1/audit", "/ops/v1/actions", "/ops/v1/instances", "/ops/v1/bindings" }) {
            const JsonReply reply = get(QString::fromLatin1(list));
            QVERIFY2(!reply.data().value("items"_L1).toArray().isEmpty(), list);
        }
        const QJsonObject grant = get(u"/api/v1/bindings"_s).data().value("items"_L1)[0].toObject();
        QCOMPARE(grant["targetKey"_L1], u"db/read"_s);
        QCOMPARE(grant["operationId"_L1], m_landed);
        QVERIFY(grant["since"_L1].isString());
        const QJsonObject config = get(u"/ops/v1/config"_s).data();
        QCOMPARE(config["instances"_L1].toArray().size(), 1);
        QVERIFY(!config["instances"_L1][0]["items"_L1].toArray().isEmpty());
        QVERIFY(config["differing"_L1].toArray().isEmpty());
    }

    void eachKeyIsExplainedInTheLanguageOfTheReader()
    {
        const auto inLanguage = [this](const QByteArray &language) {
            const Headers headers { { "Accept-Language", language } };
            return m_journey->stack().as(u"olga"_s).get(u"/ops/v1/config"_s, headers).data()["items"_L1].toArray();
        };
        static const QRegularExpression han(u"\\p{Han}"_s);
        const QJsonArray chinese = inLanguage("zh-CN");
        QCOMPARE(chinese.size(), qsizetype(slipway::config::keyTable.size()));
        for (const QJsonValue &key : chinese)
            QVERIFY2(key["meaning"_L1].toString().contains(han), qPrintable(key["key"_L1].toString()));
        for (const QJsonValue &key : inLanguage("en"))
            QVERIFY2(!key["meaning"_L1].toString().contains(han), qPrintable(key["key"_L1].toString()));
    }

    void aPreviewShowsTheFileAndWhatIsInItsWay()
    {
        const QJsonObject amend = change(u"alice"_s, u"db/read"_s, u"admin"_s);
        const JsonReply reply = post(u"/api/v1/changes/preview"_s, amend);
        QVERIFY2(reply.status == 200, qPrintable(reply.text()));
        describedOrNot(u"POST"_s, u"/api/v1/changes/preview"_s, reply);
        const QJsonObject file = reply.data()["files"_L1][0].toObject();
        QVERIFY(file["before"_L1].toString().contains(u"member"_s));
        QVERIFY(file["after"_L1].toString().contains(u"admin"_s));
        bool isThere = false;
        for (const QString &below : m_journey->repositoryFiles().keys())
            isThere = isThere || file["path"_L1].toString().endsWith(below);
        QVERIFY(isThere);
        const JsonReply busy = post(
            u"/api/v1/changes/preview"_s,
            { { u"items"_s,
                QJsonArray { change(u"ben"_s, u"db/write"_s, u"member"_s), change(u"alice"_s, u"db/read"_s, u"member"_s) } } });
        describedOrNot(u"POST"_s, u"/api/v1/changes/preview"_s, busy);
        QCOMPARE(busy.data()["overlaps"_L1][0]["operationId"_L1], m_waiting);
        QCOMPARE(busy.data()["warnings"_L1][0]["code"_L1], u"already_in_force"_s);
        const JsonReply wrong = post(u"/api/v1/changes/preview"_s, change(u"alice"_s, u"no/such"_s, u"member"_s));
        QCOMPARE(wrong.status, 422);
        describedOrNot(u"POST"_s, u"/api/v1/changes/preview"_s, wrong);
        JsonReply last = wrong;
        for (int i = 0; i < 5 && last.status != 429; ++i)
            last = post(u"/api/v1/changes/preview"_s, amend);
        QCOMPARE(last.status, 429);
        describedOrNot(u"POST"_s, u"/api/v1/changes/preview"_s, last);
    }

    void everyRefusalIsDescribedAndHoldsNoInternals()
    {
        const QJsonObject good = change(u"dora"_s, u"db/read"_s, u"member"_s);
        QList<Asked> all;
        const auto say = [&](const QString &method, const QString &path, const JsonReply &reply) {
            all.append({ method, path, reply });
        };
        say(u"POST"_s, u"/api/v1/changes"_s, post(u"/api/v1/changes"_s, good));
        say(u"POST"_s, u"/api/v1/changes"_s, post(u"/api/v1/changes"_s, good));
        say(u"POST"_s, u"/api/v1/changes"_s,
            post(u"/api/v1/changes"_s, { { u"items"_s, QJsonArray { good, 7, QJsonObject() } } }));
        for (const QString &odd :
             { u"' OR 1=1 --"_s, u"<script>"_s, u"\u202E"_s, QString(500, u'x'), u"../../etc/passwd"_s, u"%s%n"_s, u""_s }) {
            say(u"POST"_s, u"/api/v1/changes"_s, post(u"/api/v1/changes"_s, change(odd, u"db/read"_s, u"member"_s)));
            say(u"POST"_s, u"/api/v1/changes"_s, post(u"/api/v1/changes"_s, change(u"dora"_s, odd, u"member"_s)));
            say(u"GET"_s, u"/api/v1/changes"_s,
                get(u"/api/v1/changes?cursor="_s + QString::fromLatin1(odd.toUtf8().toPercentEncoding())));
            say(u"GET"_s, u"/api/v1/bindings"_s,
                get(u"/api/v1/bindings?cursor="_s + QString::fromLatin1(odd.toUtf8().toPercentEncoding())));
            say(u"GET"_s, u"/ops/v1/audit"_s,
                get(u"/ops/v1/audit?since="_s + QString::fromLatin1(odd.toUtf8().toPercentEncoding())));
        }
        say(u"GET"_s, u"/api/v1/changes/{operationId}"_s, get(u"/api/v1/changes/none-such-id"_s));
        say(u"GET"_s, u"/ops/v1/overview"_s, m_journey->stack().as(u"alice"_s).get(u"/ops/v1/overview"_s, Headers {}));
        say(u"GET"_s, u"/ops/v1/overview"_s, m_journey->stack().as(u"nobody"_s).get(u"/ops/v1/overview"_s, Headers {}));
        say(u"POST"_s, u"/ops/v1/actions"_s, m_maintainers.post({ { u"action"_s, u"EXPLODE"_s } }));
        say(u"POST"_s, u"/callbacks/deploy"_s, post(u"/callbacks/deploy"_s, QJsonObject()));
        say(u"POST"_s, u"/api/v1/changes/{operationId}/withdraw"_s,
            post(u"/api/v1/changes/"_s + m_landed + u"/withdraw"_s, QJsonObject()));
        for (const Asked &each : std::as_const(all)) {
            QVERIFY2(each.reply.status > 0 && each.reply.status < 500, qPrintable(each.path + u": "_s + each.reply.text()));
            describedOrNot(each.method, each.path, each.reply);
            holdsNoInternals(each.reply);
        }
    }

    void deniedAttemptsAreInTheAudit()
    {
        QCOMPARE(m_journey->stack().as(u"carol"_s).get(u"/ops/v1/attention"_s, Headers {}).status, 403);
        const bool isThere = await(
            [&] {
                return !m_maintainers.get(u"/ops/v1/audit?action=DENIED&actor=carol"_s).value("items"_L1).toArray().isEmpty();
            },
            15s);
        QVERIFY(isThere);
        const QJsonObject entry =
            m_maintainers.get(u"/ops/v1/audit?action=DENIED&actor=carol"_s).value("items"_L1)[0].toObject();
        QCOMPARE(entry["subjectRef"_L1], u"GET /ops/v1/attention"_s);
    }

    void whoActsIsWhoIsSignedInWhateverTheParametersSay()
    {
        const QJsonObject lie { { u"__authenticatedOperator"_s, u"mallory"_s } };
        m_maintainers.act(u"PAUSE_PARTITION"_s, u"partition"_s, partition(), lie);
        m_maintainers.act(u"RESUME_PARTITION"_s, u"partition"_s, partition(), lie);
        const QJsonArray entries = m_maintainers.get(u"/ops/v1/audit?action=RESUME_PARTITION"_s).value("items"_L1).toArray();
        QVERIFY(!entries.isEmpty());
        for (const QJsonValue &entry : entries)
            QCOMPARE(entry["actor"_L1], u"olga"_s);
        QVERIFY(m_maintainers.get(u"/ops/v1/audit?actor=mallory"_s).value("items"_L1).toArray().isEmpty());
        QCOMPARE(m_journey->count("SELECT COUNT(*) AS n FROM audit_log WHERE parameters LIKE '%mallory%'"), 0);
        QCOMPARE(m_journey->count("SELECT COUNT(*) AS n FROM ops_action WHERE parameters LIKE '%mallory%'"), 0);
    }

    void changesAreToldToWhoFollows()
    {
        QNetworkAccessManager network;
        QNetworkRequest request(QUrl(m_journey->stack().serviceUrl().toString() + u"/ops/v1/events"_s));
        request.setRawHeader(ServiceClient::identityHeader(), "olga");
        const std::unique_ptr<QNetworkReply> stream(network.get(request));
        QByteArray told;
        const auto hears = [&](const QByteArray &what) {
            return await(
                [&] {
                    told += stream->readAll();
                    return told.contains(what);
                },
                15s);
        };
        QVERIFY2(hears("event: reset"), told);
        QCOMPARE(stream->rawHeader("Content-Type"), QByteArray("text/event-stream"));
        const QString operation = m_journey->submit(u"zacharias"_s, u"db/read"_s);
        QVERIFY2(hears("event: changed") && hears(operation.toLatin1()), told);
        QVERIFY(!told.contains("zacharias") && !told.contains("db/read"));
        const QByteArray id = told.mid(told.lastIndexOf("id: ") + 4).split('\n')[0];
        stream->abort();
        m_journey->awaitStatus(operation, { u"APPROVAL_SENT"_s });
        request.setRawHeader("Last-Event-ID", id);
        const std::unique_ptr<QNetworkReply> again(network.get(request));
        QByteArray missed;
        QVERIFY2(await(
                     [&] {
                         missed += again->readAll();
                         return missed.contains(operation.toLatin1());
                     },
                     15s),
                 missed);
        QVERIFY(missed.contains("event: welcome") && !missed.contains("event: reset"));
        QCOMPARE(get(u"/ops/v1/events?lastEventId=x"_s).status, 400);
    }

    void outcomesAreCountedFromHistory()
    {
        QByteArray text;
        const bool isThere = await(
            [&] {
                text = m_journey->stack().metrics();
                return text.contains("slipway_operations_total{status=\"VALIDATED\"} 1\n");
            },
            20s);
        QVERIFY2(isThere, text);
        QVERIFY(!text.contains("slipway_http_user_activity_total"));
    }

    void instancesShareOneLimitAndSayWhatTheyTakeTheirKeysFor()
    {
        Stack::Options options;
        options.instances = 2;
        options.stage.hot = { { u"limit.apply.count"_s, u"10"_s }, { u"limit.apply.windowSeconds"_s, u"86400"_s } };
        options.stage.boot = m_maintainers.boot();
        Journey both(options);
        both.start();
        for (int i = 0; i < 2; ++i)
            QVERIFY(await([&] { return both.stack().metrics(i).contains("slipway_live_instances 2\n"); }, 30s));
        ServiceClient alice = both.stack().as(u"alice"_s);
        int admitted = 0, refused = 0;
        for (int i = 0; i < 30; ++i) {
            const JsonReply reply = alice.submit(change(u"shared-%1"_s.arg(i), u"db/read"_s, u"member"_s));
            admitted += reply.status == 202 ? 1 : 0;
            refused += reply.status == 429 ? 1 : 0;
        }
        QCOMPARE(admitted, 10);
        QCOMPARE(refused, 20);
        const QJsonObject config = both.stack().as(u"olga"_s).get(u"/ops/v1/config"_s, Headers {}).data();
        QCOMPARE(config["instances"_L1].toArray().size(), 2);
    }

    void nothingBreaksWhileFilesAreRewritten()
    {
        const QString hot = m_journey->stack().files().in(u"hot.toml"_s);
        const QString catalogue = m_journey->stack().files().in(u"catalogue.json"_s);
        const QByteArray goodHot = read(hot), goodCatalogue = read(catalogue);
        const QList<QByteArray> hots { goodHot,
                                       "",
                                       "access.mode = \"OPNE\"\n",
                                       "access.mode = \" open \"\nlimit.apply.count = \"10 \"\n",
                                       "limit.apply.count = -1\n",
                                       "limit.apply.count = \"1e9\"\naccess.mode = \"OPEN\"\n",
                                       "access.mode = \"CLO" };
        QElapsedTimer timer;
        timer.start();
        QMap<int, int> seen;
        for (int i = 0; timer.elapsed() < 12'000; ++i) {
            write(hot, hots[i / 4 % hots.size()]);
            write(catalogue, i % 3 == 0 ? goodCatalogue.left(goodCatalogue.size() / 2) : goodCatalogue);
            const JsonReply reply = post(u"/api/v1/changes"_s, change(u"load-%1"_s.arg(i), u"db/read"_s, u"member"_s));
            ++seen[reply.status];
            QVERIFY2(reply.status == 202 || reply.status == 403 || reply.status == 429, qPrintable(reply.text()));
            QCOMPARE(get(u"/api/v1/session"_s).status, 200);
        }
        QVERIFY(seen.value(202) > 0);
        write(hot, goodHot);
        write(catalogue, goodCatalogue);
        QVERIFY(await([&] { return get(u"/ops/v1/config"_s).data()["warnings"_L1].toArray().isEmpty(); }, 20s));
        QVERIFY(await([&] { return post(u"/api/v1/changes"_s, change(u"after"_s, u"db/read"_s, u"member"_s)).status == 202; },
                      10s));
    }

private:
    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void write(const QString &path, const QByteArray &content)
    {
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(content);
    }
    static QJsonObject change(const QString &subject, const QString &target, const QString &role)
    {
        return { { u"subjectId"_s, subject },
                 { u"targetKey"_s, target },
                 { u"reason"_s, u"a test"_s },
                 { u"parameters"_s, QJsonObject { { u"role"_s, role } } } };
    }
    /// As a maintainer who is also a user.
    JsonReply get(const QString &path)
    {
        return m_journey->stack().as(path.startsWith("/ops"_L1) ? u"olga"_s : u"alice"_s).get(path, Headers {});
    }
    JsonReply post(const QString &path, const QJsonObject &body) { return m_journey->stack().as(u"alice"_s).post(path, body); }
    void describedOrNot(const QString &method, const QString &path, const JsonReply &reply)
    {
        const QStringList problems = m_api->problemsOfAnswer(method, path, reply.status, reply.body);
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n') + u'\n' + reply.text()));
    }
    static void holdsNoInternals(const JsonReply &reply)
    {
        QJsonObject body = reply.object();
        QString all = QString::fromUtf8(QJsonDocument(body).toJson(QJsonDocument::Compact));
        for (const auto &header : reply.headers)
            all += QString::fromLatin1(header.first + ": " + header.second + '\n');
        const auto match = internals.match(all);
        QVERIFY2(!match.hasMatch(), qPrintable(match.captured() + u" in "_s + all));
    }
    QString partition() { return m_maintainers.get(u"/ops/v1/overview"_s)["partitions"_L1][0]["key"_L1].toString(); }
    QString batch() { return QString::number(get(u"/ops/v1/batches"_s).data()["items"_L1][0]["batchId"_L1].toInteger()); }

    Maintainers m_maintainers;
    std::unique_ptr<Journey> m_journey;
    std::unique_ptr<ApiSchema> m_api;
    QString m_landed;
    QString m_waiting;
    QString m_action;
};

QTEST_GUILESS_MAIN(LiveAnswersTest)
#include "tst_liveanswers.moc"
