// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/await.h"
#include "tests/support/journey.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>
#include <QTimer>

#include <sys/mount.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::support::await;
using slipway::support::Headers;
using slipway::support::Journey;
using slipway::support::JsonReply;
using slipway::support::ProcessMark;
using slipway::support::Stack;

namespace {

/// A file system of its own, so small that it can be filled. Unmounted with its owner.
class SmallDisk {
public:
    explicit SmallDisk(const QString &folder)
        : m_folder(QFile::encodeName(folder))
    {
        m_mounted = QDir().mkpath(folder) && ::mount("tmpfs", m_folder.constData(), "tmpfs", 0, "size=300m,mode=0755") == 0;
    }
    ~SmallDisk()
    {
        if (m_mounted)
            ::umount2(m_folder.constData(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk &) = delete;
    SmallDisk &operator=(const SmallDisk &) = delete;

    bool isMounted() const { return m_mounted; }
    void fill()
    {
        QFile file(fillerName());
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
        for (qsizetype block = 1 << 20; block >= 1024;) {
            if (file.write(QByteArray(block, 'x')) != block)
                block /= 2;
        }
    }
    void makeRoom() { QVERIFY(QFile::remove(fillerName())); }

private:
    QString fillerName() const { return QFile::decodeName(m_folder) + u"/filler"_s; }

    QByteArray m_folder;
    bool m_mounted = false;
};

} // namespace

/// The database in every kind of trouble it can be in, and the service under it: it never ends, never spins, says the truth about itself,
/// and goes on as soon as it can.
class DatabaseTroubleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void cleanup() { m_journey.reset(); }

    void aDatabaseGoneForAMinuteIsToldOfAndNothingIsLost();
    void aDatabaseThatIsKilledAgainAndAgainIsBackAtOnce();
    void aDatabaseThatHangsIsFoundOutAndHangsNobodyElse();
    void aReadOnlyDatabaseStillAnswersQuestions();
    void aDatabaseWithoutAConnectionLeftIsToldOf();
    void aLockedDatabaseIsWaitedForAndToldOf();
    void aSlowDatabaseSlowsTheWorkAndBreaksNothing();
    void aFullDiskIsToldOfAndEndsWithTheRoomThatIsMade();

private:
    void begin(const QString &databaseDirectory = {});
    JsonReply submit();
    JsonReply ready() { return m_journey->stack().as(u"alice"_s).get(u"/readyz?verbose"_s, Headers {}); }
    JsonReply alive() { return m_journey->stack().as(u"alice"_s).get(u"/livez"_s, Headers {}); }
    bool isUnready();
    /// For that long: alive, not ready and saying why, the same process, and what needs the database is refused in good order.
    void holdsOut(std::chrono::milliseconds span);
    /// From now on, at once: ready, and accepting.
    void isBack();
    /// What was asked before the trouble comes to its end, once.
    void finishesWhatItHadBegun();

    std::unique_ptr<Journey> m_journey;
    QString m_begun; ///< In the middle of its way when the trouble begins.
    qint64 m_process = 0;
    int m_subjects = 0;
};

void DatabaseTroubleTest::begin(const QString &databaseDirectory)
{
    Stack::Options options;
    options.sharedDatabase = true;
    options.databaseDirectory = databaseDirectory;
    options.stage.policy = { { u"pipeline_step_ms"_s, 1500 } };
    options.stage.hot = { { u"engine.leaseMs"_s, u"60000"_s } }; // As shipped: recovery must not wait for leases to run out.
    m_journey = std::make_unique<Journey>(options);
    m_journey->start();
    m_process = m_journey->stack().service().id();
    m_begun = m_journey->submit(u"begun"_s, u"db/read"_s);
    m_journey->approve(m_begun);
    m_journey->awaitStep(m_begun, 10009);
    QVERIFY(await([this] { return ready().status == 200; }, 10s));
}

JsonReply DatabaseTroubleTest::submit()
{
    return m_journey->stack()
        .as(u"alice"_s)
        .submit({ { u"subjectId"_s, u"subject-%1"_s.arg(++m_subjects) },
                  { u"targetKey"_s, u"db/write"_s },
                  { u"parameters"_s, QJsonObject { { u"role"_s, u"member"_s } } },
                  { u"reason"_s, u"r"_s.repeated(2000) } });
}

bool DatabaseTroubleTest::isUnready()
{
    const JsonReply reply = ready();
    return reply.status == 503 && !reply.data()["checks"_L1][0]["ok"_L1].toBool(true);
}

void DatabaseTroubleTest::holdsOut(std::chrono::milliseconds span)
{
    const auto before = ProcessMark::of(m_process).processorTime();
    QElapsedTimer clock;
    clock.start();
    while (!clock.hasExpired(span.count())) {
        QCOMPARE(alive().status, 200);
        QVERIFY2(isUnready(), qPrintable(ready().text()));
        const JsonReply refused = submit();
        QVERIFY2(refused.status == 503, qPrintable(refused.text()));
        QVERIFY2(refused.header("Retry-After").toInt() >= 1, refused.header("Retry-After").constData());
        QCOMPARE(refused.code(), u"UNAVAILABLE"_s);
        QCOMPARE(m_journey->stack().as(u"alice"_s).get(u"/api/v1/session"_s, Headers {}).status, 200);
        await([] { return false; }, 500ms);
    }
    QVERIFY(m_journey->stack().service().isRunning());
    QCOMPARE(m_journey->stack().service().id(), m_process);
    // A loop that spins uses a whole processor.
    const auto used = ProcessMark::of(m_process).processorTime() - before;
    QVERIFY2(used < std::chrono::milliseconds(clock.elapsed()) / 5,
             qPrintable(u"%1 ms of processor time in %2 ms"_s.arg(used.count()).arg(clock.elapsed())));
}

void DatabaseTroubleTest::isBack()
{
    QElapsedTimer clock;
    clock.start();
    QVERIFY2(await([this] { return submit().status == 202; }, 20s), "nothing is accepted any more");
    const qint64 accepted = clock.elapsed();
    QVERIFY2(await([this] { return ready().status == 200; }, 20s), qPrintable(ready().text()));
    qInfo("accepts after %lld ms, ready after %lld ms", static_cast<long long>(accepted),
          static_cast<long long>(clock.elapsed()));
    QVERIFY2(accepted <= 2000, "it took more than two seconds until requests were accepted");
    QCOMPARE(alive().status, 200);
}

void DatabaseTroubleTest::finishesWhatItHadBegun()
{
    QElapsedTimer clock;
    clock.start();
    m_journey->awaitStatus(m_begun, { u"VALIDATED"_s });
    // Its lease would have held it up for a minute.
    QVERIFY2(clock.elapsed() < 30000, qPrintable(u"after %1 ms only"_s.arg(clock.elapsed())));
    QCOMPARE(m_journey->effects(u"create_mr"_s), 1);
    QCOMPARE(m_journey->effects(u"approve"_s), 2);
    QCOMPARE(m_journey->effects(u"merge"_s), 1);
    QCOMPARE(m_journey->stack().service().id(), m_process);
    QCOMPARE(m_journey->brokenInvariants(), QStringList());
}

void DatabaseTroubleTest::aDatabaseGoneForAMinuteIsToldOfAndNothingIsLost()
{
    begin();
    auto &database = m_journey->stack().database();
    database.stop();
    QVERIFY(await([this] { return isUnready(); }, 5s));
    holdsOut(60s);
    database.start();
    isBack();
    finishesWhatItHadBegun();
}

void DatabaseTroubleTest::aDatabaseThatIsKilledAgainAndAgainIsBackAtOnce()
{
    begin();
    auto &database = m_journey->stack().database();
    for (int death = 0; death < 3; ++death) {
        const qint64 before = database.processId();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"the private database server ended by itself"_s));
        database.crash();
        QVERIFY(await([&] { return database.processId() != before && database.answers(); }, 30s));
        isBack();
    }
    finishesWhatItHadBegun();
}

void DatabaseTroubleTest::aDatabaseThatHangsIsFoundOutAndHangsNobodyElse()
{
    begin();
    auto &database = m_journey->stack().database();
    database.freeze();
    QVERIFY(await([this] { return isUnready(); }, 5s));
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(submit().status, 503);
    QVERIFY2(clock.elapsed() < 2000, "a request waited for a database that is known to hang");
    holdsOut(45s); // Longer than any statement may take: loops and workers come back from theirs empty-handed.
    database.thaw();
    isBack();
    finishesWhatItHadBegun();
}

void DatabaseTroubleTest::aReadOnlyDatabaseStillAnswersQuestions()
{
    begin();
    auto &database = m_journey->stack().database();
    database.administer("SET GLOBAL read_only = 1");
    QVERIFY(await([this] { return isUnready(); }, 5s));
    QVERIFY(ready().text().contains("is read-only"_L1));
    QCOMPARE(m_journey->read(m_begun).value("operationId"_L1).toString(), m_begun);
    holdsOut(8s);
    database.administer("SET GLOBAL read_only = 0");
    isBack();
    finishesWhatItHadBegun();
}

void DatabaseTroubleTest::aDatabaseWithoutAConnectionLeftIsToldOf()
{
    begin();
    auto &database = m_journey->stack().database();
    constexpr int least = 10; // The server knows no smaller limit.
    database.administer("SET GLOBAL max_connections = " + QByteArray::number(least));
    std::vector<std::unique_ptr<slipway::database::Connection>> taken;
    const auto takeAll = [&] {
        database.administer("KILL USER slipway");
        taken.clear();
        try {
            while (int(taken.size()) < least) {
                auto connection = std::make_unique<slipway::database::Connection>(database.account());
                connection->ensure();
                taken.push_back(std::move(connection));
            }
        } catch (const slipway::Error &) {
            return false; // The service was faster with one of them.
        }
        return true;
    };
    QVERIFY(await(takeAll, 20s));
    QVERIFY(await([this] { return isUnready(); }, 5s));
    holdsOut(8s);
    taken.clear();
    database.administer("SET GLOBAL max_connections = 200");
    isBack();
    finishesWhatItHadBegun();
}

void DatabaseTroubleTest::aLockedDatabaseIsWaitedForAndToldOf()
{
    begin();
    slipway::database::Connection holder(m_journey->stack().database().administrator());
    holder.write({ "test/lock", "LOCK TABLES operation WRITE, binding WRITE, workflow_task WRITE, request_idempotency WRITE" });
    QVERIFY(await([this] { return isUnready(); }, 15s));
    holdsOut(15s);
    holder.write({ "test/unlock", "UNLOCK TABLES" });
    isBack();
    finishesWhatItHadBegun();
}

void DatabaseTroubleTest::aSlowDatabaseSlowsTheWorkAndBreaksNothing()
{
    begin();
    auto &database = m_journey->stack().database();
    QTimer pulse;
    bool frozen = false;
    connect(&pulse, &QTimer::timeout, &pulse, [&] {
        frozen = !frozen;
        frozen ? database.freeze() : database.thaw();
    });
    pulse.start(100);
    for (int i = 0; i < 10; ++i)
        QCOMPARE(submit().status, 202);
    QCOMPARE(alive().status, 200);
    m_journey->awaitStatus(m_begun, { u"VALIDATED"_s });
    pulse.stop();
    database.thaw();
    isBack();
    finishesWhatItHadBegun();
}

void DatabaseTroubleTest::aFullDiskIsToldOfAndEndsWithTheRoomThatIsMade()
{
    QTemporaryDir folder;
    SmallDisk disk(folder.filePath(u"disk"_s));
    if (!disk.isMounted())
        QSKIP("no file system may be mounted here");
    begin(folder.filePath(u"disk/database"_s));
    disk.fill();
    // What is there already has room to spare; sooner or later a table must grow.
    QVERIFY(await([this] { return submit().status == 503; }, 120s));
    QVERIFY(await([this] { return submit().status == 503 && isUnready(); }, 20s));
    QCOMPARE(alive().status, 200);
    QVERIFY(m_journey->stack().service().isRunning());
    disk.makeRoom();
    isBack();
    finishesWhatItHadBegun();
    m_journey.reset(); // Before its disk.
}

QTEST_GUILESS_MAIN(DatabaseTroubleTest)
#include "tst_databasetrouble.moc"
