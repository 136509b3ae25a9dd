// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/rendering.h"
#include "tests/corpus/judge.h"
#include "tests/corpus/naughtystrings.h"
#include "tests/corpus/places.h"
#include "tests/corpus/samples.h"
#include "tests/support/await.h"
#include "tests/support/journey.h"

#include <QElapsedTimer>
#include <QHash>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway;
using slipway::support::await;
using slipway::support::Journey;
using slipway::test::RawClient;
using slipway::test::RawReply;

namespace {

const QList<QByteArray> stateTables { "operation",           "binding",         "operation_history",   "merge_batch",
                                      "merge_batch_request", "approval",        "request_idempotency", "deploy_receipt",
                                      "ops_action",          "partition_state", "batch_member_history" };

QJsonObject targetNamed(const QString &key)
{
    const QJsonObject note { { u"name"_s, u"note"_s }, { u"type"_s, u"text"_s }, { u"maxLength"_s, 200 } };
    return { { u"key"_s, key },
             { u"title"_s, QJsonObject { { u"en"_s, key } } },
             { u"partition"_s, u"access"_s },
             { u"format"_s, u"yaml"_s },
             { u"entry"_s, QJsonObject { { u"note"_s, u"{note}"_s } } },
             { u"parameters"_s, QJsonArray { note } },
             { u"approval"_s,
               QJsonObject { { u"provider"_s, u"external"_s },
                             { u"approvers"_s, QJsonArray { u"carol"_s } },
                             { u"rule"_s, u"any"_s } } } };
}

} // namespace

/// Everything that listens, under what nobody sends by accident. With SLIPWAY_CORPUS=selection every tenth text, without it all of them
/// and the list of naughty strings.
class CorpusTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();

    void oddFramingIsRefusedOrUnderstood();
    void oddBodiesAreRefused();
    void oddTextsAreRefusedEverywhereButWhereTheyMayStand();
    void acceptedTextsComeBackByteForByte();
    void whatLandedIsInTheRepositoryByteForByte();

private:
    /// Sends it on a connection of its own and judges what comes back.
    QList<RawReply> play(const QString &what, const QByteArray &bytes, const QByteArray &sent);
    QByteArray checksums();
    void remember(const QString &operation, const QString &subject, const QString &note, const QString &reason);
    static bool isAccepted(const RawReply &reply) { return reply.status == 202; }

    std::unique_ptr<Journey> m_journey;
    std::unique_ptr<corpus::Places> m_places;
    quint16 m_port = 0;
    qint64 m_process = 0;
    QStringList m_texts;
    QStringList m_complaints;
    int m_played = 0;

    struct Accepted {
        QString subject;
        QString note;
        QString reason;
    };
    QHash<QString, Accepted> m_accepted;
};

void CorpusTest::initTestCase()
{
    const bool isSelection = qEnvironmentVariable("SLIPWAY_CORPUS") == "selection"_L1;
    QList<corpus::Sample> texts = corpus::texts();
    if (!isSelection) {
        for (const QString &each : corpus::naughtyStrings(QStringLiteral(SLIPWAY_SOURCE_DIR) + u"/tests/corpus"_s,
                                                          QStringLiteral(SLIPWAY_BINARY_DIR) + u"/corpus"_s))
            texts.append({ u"naughty"_s, each.toUtf8() });
    }
    for (qsizetype i = 0; i < texts.size(); ++i) {
        if (!isSelection || i % 5 == 0)
            m_texts.append(QString::fromUtf8(texts[i].bytes));
    }
    m_texts.removeDuplicates();
    support::Stack::Options options;
    options.stage.catalogue = { { u"partitions"_s,
                                  QJsonArray {
                                      QJsonObject { { u"key"_s, u"access"_s },
                                                    { u"project"_s, QString(support::StageFiles::project) },
                                                    { u"branch"_s, QString(support::StageFiles::branch) },
                                                    { u"pathPrefix"_s, QString(support::StageFiles::pathPrefix) } } } },
                                { u"targets"_s, QJsonArray { targetNamed(u"note"_s), targetNamed(u"by-subject"_s) } } };
    m_journey = std::make_unique<Journey>(options);
    m_journey->start();
    m_port = quint16(m_journey->stack().serviceUrl().port());
    m_process = m_journey->stack().service().id();
    m_places = std::make_unique<corpus::Places>(m_journey->stack().files());
}

void CorpusTest::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_complaints.clear();
    m_played = 0;
}

void CorpusTest::cleanup()
{
    // Whatever was sent: the next valid request is answered, by the same process.
    const auto next = play(u"the next valid request"_s,
                           m_places->request("GET /api/v1/session HTTP/1.1", "X-Slipway-Dev-User: alice\r\n"), {});
    QCOMPARE(next.value(0).status, 200);
    QVERIFY(m_journey->stack().service().isRunning());
    QCOMPARE(m_journey->stack().service().id(), m_process);
    for (const QByteArray &line : m_journey->stack().service().log().split('\n')) {
        if (!line.isEmpty())
            QVERIFY2(QJsonDocument::fromJson(line).isObject(), line.left(300).constData());
    }
    qInfo("%d requests", m_played);
}

void CorpusTest::cleanupTestCase() { m_journey.reset(); }

QList<RawReply> CorpusTest::play(const QString &what, const QByteArray &bytes, const QByteArray &sent)
{
    ++m_played;
    QElapsedTimer clock;
    clock.start();
    RawClient client(m_port);
    client.send(bytes);
    const QList<RawReply> replies = test::repliesIn(client.receiveAll());
    for (const QString &complaint : corpus::complaintsAbout(replies, sent, clock.elapsed()))
        m_complaints.append(what + u": "_s + complaint);
    return replies;
}

QByteArray CorpusTest::checksums()
{
    QByteArray sums;
    database::Connection connection(m_journey->stack().databaseSettings());
    for (const QByteArray &table : stateTables) {
        const QByteArray text = "CHECKSUM TABLE " + table + " EXTENDED";
        connection.run({ "test/checksum", text.constData() }, {}, [&](const database::Row &row) {
            sums += table + '=' + QByteArray::number(row.maybeNumber("Checksum").value_or(0)) + ' ';
        });
    }
    return sums;
}

void CorpusTest::remember(const QString &operation, const QString &subject, const QString &note, const QString &reason)
{
    m_accepted.insert(operation, { subject, note, reason });
}

void CorpusTest::oddFramingIsRefusedOrUnderstood()
{
    const QByteArray before = checksums();
    for (const corpus::Sample &sample : corpus::framings()) {
        const auto replies = play(sample.name, sample.bytes, {});
        for (qsizetype i = 0; i + 1 < replies.size(); ++i) {
            if (replies[i].head.contains("connection: close"))
                m_complaints.append(sample.name + u": something was answered behind the end"_s);
        }
    }
    QVERIFY2(m_complaints.isEmpty(), qPrintable(m_complaints.mid(0, 20).join(u'\n')));
    QCOMPARE(checksums(), before);
}

void CorpusTest::oddBodiesAreRefused()
{
    const QByteArray before = checksums();
    for (const corpus::Sample &sample : corpus::bodies()) {
        const auto replies =
            play(sample.name, m_places->request("POST /api/v1/changes HTTP/1.1", "X-Slipway-Dev-User: alice\r\n", sample.bytes),
                 sample.bytes);
        // A list is answered with an outcome for each of its items; that none of them had an effect is told by the checksums.
        const bool isList = sample.bytes.startsWith(R"({"items":[)");
        if (replies.size() != 1 || (replies.first().status < 400 && !isList))
            m_complaints.append(u"%1: answered %2"_s.arg(sample.name).arg(replies.value(0).status));
    }
    QVERIFY2(m_complaints.isEmpty(), qPrintable(m_complaints.mid(0, 20).join(u'\n')));
    QCOMPARE(checksums(), before);
}

void CorpusTest::oddTextsAreRefusedEverywhereButWhereTheyMayStand()
{
    const QByteArray before = checksums();
    for (const corpus::Place &place : m_places->all()) {
        for (const QString &text : std::as_const(m_texts)) {
            // A head has an end; what is longer is told apart by its own test.
            if (text.size() > 4'000 && QByteArrayView(place.name) != "submit.reason")
                continue;
            play(u"%1 '%2'"_s.arg(QString::fromLatin1(place.name), text.left(60)), place.request(text), text.toUtf8());
        }
    }
    QVERIFY2(m_complaints.isEmpty(), qPrintable(m_complaints.mid(0, 20).join(u'\n')));
    QCOMPARE(checksums(), before);
}

void CorpusTest::acceptedTextsComeBackByteForByte()
{
    int number = 0;
    int submissions = 0;
    const auto take = [&](const QString &what, const QJsonObject &body, const QString &text) {
        ++submissions;
        const auto replies =
            play(what + u" '"_s + text.left(60) + u'\'', m_places->posted("/api/v1/changes", body), text.toUtf8());
        if (replies.isEmpty() || !isAccepted(replies.first()))
            return;
        const QJsonObject data = QJsonDocument::fromJson(replies.first().body).object()["data"_L1].toObject();
        remember(data["operationId"_L1].toString(), body["subjectId"_L1].toString(),
                 body["parameters"_L1]["note"_L1].toString(), body["reason"_L1].toString());
    };
    for (const QString &text : std::as_const(m_texts)) {
        ++number;
        QJsonObject asSubject = m_places->change(text, u"x"_s, u"r"_s);
        asSubject.insert(u"targetKey"_s, u"by-subject"_s);
        take(u"subject"_s, asSubject, text);
        take(u"note and reason"_s, m_places->change(u"note-%1"_s.arg(number), text, text), text);
        take(u"reason"_s, m_places->change(u"reason-%1"_s.arg(number), u"x"_s, text), text);
    }
    QVERIFY2(m_complaints.isEmpty(), qPrintable(m_complaints.mid(0, 20).join(u'\n')));
    qInfo("%lld of %d submissions were accepted", static_cast<long long>(m_accepted.size()), submissions);
    QVERIFY(m_accepted.size() > submissions / 4);
    // What was refused left nothing.
    QCOMPARE(m_journey->count("SELECT COUNT(*) AS n FROM operation"), m_accepted.size());
    QCOMPARE(m_journey->count("SELECT COUNT(*) AS n FROM binding"), m_accepted.size());
    QCOMPARE(m_journey->count("SELECT COUNT(*) AS n FROM request_idempotency"), m_accepted.size());

    database::Connection(m_journey->stack().databaseSettings())
        .run({ "test/stored", "SELECT operation_id, subject_id, params, reason FROM operation" }, {},
             [&](const database::Row &row) {
                 const Accepted &wanted = m_accepted[row.text("operation_id")];
                 if (row.bytes("subject_id") != wanted.subject.toUtf8()
                     || row.json("params")["note"_L1].toString() != wanted.note || row.text("reason") != wanted.reason)
                     m_complaints.append(u"stored otherwise: %1"_s.arg(wanted.subject));
             });
    for (auto each = m_accepted.cbegin(); each != m_accepted.cend(); ++each) {
        const QJsonObject read = m_journey->read(each.key());
        if (read["subjectId"_L1].toString() != each->subject || read["parameters"_L1]["note"_L1].toString() != each->note
            || read["reason"_L1].toString() != each->reason)
            m_complaints.append(u"read back otherwise: %1"_s.arg(each->subject));
    }
    QVERIFY2(m_complaints.isEmpty(), qPrintable(m_complaints.mid(0, 20).join(u'\n')));
}

void CorpusTest::whatLandedIsInTheRepositoryByteForByte()
{
    if (m_accepted.isEmpty())
        QSKIP("nothing was accepted before");
    for (const QString &operation : m_accepted.keys())
        m_journey->approve(operation);
    for (const QString &operation : m_accepted.keys())
        m_journey->awaitStatus(operation, { u"VALIDATED"_s });
    QHash<QPair<QString, QString>, QString> found;
    const auto files = m_journey->repositoryFiles();
    for (auto each = files.cbegin(); each != files.cend(); ++each) {
        const auto document = catalogue::readBack(each.value(), catalogue::Format::Yaml);
        QVERIFY2(document, each.value().constData());
        found.insert({ document->subject.value(), document->target.value() }, document->entry["note"_L1].toString());
    }
    QCOMPARE(found.size(), m_accepted.size());
    for (const Accepted &each : std::as_const(m_accepted)) {
        const bool isBySubject = !each.subject.startsWith("note-"_L1) && !each.subject.startsWith("reason-"_L1);
        const QString target = isBySubject ? u"by-subject"_s : u"note"_s;
        if (found.value({ each.subject, target }) != each.note)
            m_complaints.append(u"in the repository otherwise: %1"_s.arg(each.subject));
    }
    QVERIFY2(m_complaints.isEmpty(), qPrintable(m_complaints.mid(0, 20).join(u'\n')));
    QCOMPARE(m_journey->brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(CorpusTest)
#include "tst_corpus.moc"
