// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/await.h"
#include "tests/support/journey.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <sys/mount.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::database::Connection;
using slipway::database::Row;
using slipway::support::await;
using slipway::support::Headers;
using slipway::support::Journey;
using slipway::support::JsonReply;
using slipway::support::ProcessMark;
using slipway::support::Stack;

/// The database in trouble, and the service under it: it never ends, never spins, says the truth about itself,
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
    void rowsThatSomebodyLocksAreWaitedForInGoodOrder();
    void aSlowDatabaseLosesNothing();
    void aFullDiskIsToldOfAndGoneOnFrom();
    void aDatabaseWithoutFreeConnectionsIsNotStormed();

private:
    void begin(const QString &databaseDirectory = {});
    /// A counter of the server's.
    static qint64 serverCount(slipway::database::Connection &administrator, const char *name);
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
    options.databaseDirectory = databaseDirectory;
    options.sharedDatabase = true;
    options.stage.policy = { { u"pipeline_step_ms"_s, 1500 } };
    // The lease as shipped: recovery must not wait for it to run out. Looks at the pipeline stay frequent, however long it takes.
    options.stage.hot = { { u"engine.leaseMs"_s, u"60000"_s }, { u"poll.pipeline.shortCount"_s, u"1000"_s } };
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
    Stack &stack = m_journey->stack();
    Connection(stack.database().administrator())
        .write({ "test/another", "INSERT INTO service_instance (instance_id, host, pid, version, heartbeat_at) VALUES "
                                 "('another', 'h', 1, 'v', '2999-01-01')" });
    const auto knowsOfTwo = [&] { return stack.metrics().contains("\nslipway_live_instances 2\n"); };
    QVERIFY(await(knowsOfTwo, 20s));
    stack.database().stop();
    QVERIFY(await([this] { return isUnready(); }, 5s));
    holdsOut(60s);
    QVERIFY(knowsOfTwo()); // As last known: limits are shared among as many as before.
    stack.database().start();
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

qint64 DatabaseTroubleTest::serverCount(Connection &administrator, const char *name)
{
    const QByteArray text = QByteArray("SHOW GLOBAL STATUS LIKE '") + name + '\'';
    qint64 count = -1;
    administrator.run({ "test/status", text.constData() }, {}, [&](const Row &row) { count = row.text("Value").toLongLong(); });
    return count;
}

void DatabaseTroubleTest::rowsThatSomebodyLocksAreWaitedForInGoodOrder()
{
    begin();
    Connection somebody(m_journey->stack().database().administrator());
    somebody.write({ "test/begin", "START TRANSACTION" });
    somebody.write({ "test/lock", "UPDATE operation SET reason = CONCAT(reason, '')" });
    Connection administrator(m_journey->stack().database().administrator());
    const qint64 waits = serverCount(administrator, "Innodb_row_lock_waits");
    QElapsedTimer clock;
    clock.start();
    bool isTold = false;
    int accepted = 0;
    while (!clock.hasExpired(15'000)) {
        QCOMPARE(alive().status, 200);
        isTold = isTold || (ready().status == 503 && ready().text().contains("keeps what is needed locked"_L1));
        const JsonReply reply = submit(); // A new request needs none of those rows.
        QVERIFY2(reply.status == 202 || (reply.status == 503 && reply.header("Retry-After").toInt() >= 1),
                 qPrintable(reply.text()));
        accepted += reply.status == 202;
        await([] { return false; }, 500ms);
    }
    QVERIFY(isTold);
    QVERIFY(accepted > 0);
    QCOMPARE(m_journey->read(m_begun).value("operationId"_L1).toString(), m_begun);
    const qint64 tried = serverCount(administrator, "Innodb_row_lock_waits") - waits;
    QVERIFY2(tried > 0 && tried < 100, qPrintable(u"%1 tries in 15 s"_s.arg(tried)));
    somebody.write({ "test/unlock", "ROLLBACK" });
    isBack();
    finishesWhatItHadBegun();
}

void DatabaseTroubleTest::aSlowDatabaseLosesNothing()
{
    begin();
    auto &database = m_journey->stack().database();
    QStringList accepted;
    QElapsedTimer clock;
    clock.start();
    QTimer stutter;
    bool isFrozen = false;
    connect(&stutter, &QTimer::timeout, this, [&] {
        isFrozen = !isFrozen;
        if (isFrozen)
            database.freeze();
        else
            database.thaw();
    });
    stutter.start(300);
    while (!clock.hasExpired(12'000)) {
        QCOMPARE(alive().status, 200);
        const JsonReply reply = submit();
        QVERIFY2(reply.status == 202 || (reply.status == 503 && reply.header("Retry-After").toInt() >= 1),
                 qPrintable(reply.text()));
        if (reply.status == 202)
            accepted.append(reply.data()["operationId"_L1].toString());
    }
    stutter.stop();
    database.thaw();
    qInfo("%lld requests were accepted meanwhile", static_cast<long long>(accepted.size()));
    QVERIFY(!accepted.isEmpty());
    isBack();
    for (const QString &operation : std::as_const(accepted))
        QCOMPARE(m_journey->read(operation).value("operationId"_L1).toString(), operation);
    finishesWhatItHadBegun();
}

void DatabaseTroubleTest::aFullDiskIsToldOfAndGoneOnFrom()
{
    if (::geteuid() != 0)
        QSKIP("only root may mount a small file system to fill");
    QTemporaryDir folder;
    QVERIFY(QFile::setPermissions(folder.path(), QFileDevice::Permissions(0x7055)));
    const QByteArray mount = QFile::encodeName(folder.path() + u"/disk"_s);
    QVERIFY(QDir().mkpath(QString::fromLocal8Bit(mount)));
    if (::mount("tmpfs", mount.constData(), "tmpfs", 0, "size=230m,mode=0711") != 0)
        QSKIP("this machine lets nobody mount a small file system to fill");
    const auto unmount = qScopeGuard([&] {
        m_journey.reset();
        ::umount2(mount.constData(), MNT_DETACH);
    });
    begin(QString::fromLocal8Bit(mount) + u"/database"_s);
    QFile filler(QString::fromLocal8Bit(mount) + u"/filler"_s);
    QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    const QByteArray block(64 * 1024, 'x');
    while (filler.write(block) == block.size()) { }
    // What is there already has room for a while; then the tables must grow, and cannot.
    QVERIFY(await([this] { return submit().status == 503; }, 60s));
    QVERIFY(await([this] { return isUnready(); }, 5s));
    QVERIFY2(ready().text().contains("look at its log and at the space it has"_L1), qPrintable(ready().text()));
    QCOMPARE(m_journey->read(m_begun).value("operationId"_L1).toString(), m_begun);
    for (int look = 0; look < 10; ++look) {
        QCOMPARE(alive().status, 200);
        const JsonReply reply = submit();
        QVERIFY2(reply.status == 503 || reply.status == 202, qPrintable(reply.text()));
        await([] { return false; }, 300ms);
    }
    filler.remove();
    isBack();
    finishesWhatItHadBegun();
}

void DatabaseTroubleTest::aDatabaseWithoutFreeConnectionsIsNotStormed()
{
    begin();
    auto &database = m_journey->stack().database();
    // Somebody else's program takes them all, and ours lose theirs. Later the administrator would not get in either.
    Connection administrator(database.administrator());
    std::vector<std::unique_ptr<Connection>> hogs;
    QStringList theirs;
    for (int i = 0; i < 12; ++i) {
        hogs.push_back(std::make_unique<Connection>(database.account()));
        hogs.back()->run({ "test/id", "SELECT CONNECTION_ID() AS id" }, {},
                         [&](const Row &row) { theirs.append(QString::number(row.number("id"))); });
    }
    administrator.write({ "test/limit", "SET GLOBAL max_connections = 12" });
    QStringList ours;
    administrator.run({ "test/sessions", "SHOW PROCESSLIST" }, {}, [&](const Row &row) {
        if (row.text("User") == database.account().user && !theirs.contains(QString::number(row.number("Id"))))
            ours.append(QString::number(row.number("Id")));
    });
    QVERIFY(!ours.isEmpty());
    for (const QString &each : std::as_const(ours)) {
        const QByteArray kill = "KILL " + each.toLatin1();
        administrator.write({ "test/kill", kill.constData() });
    }
    QVERIFY(await([this] { return isUnready(); }, 5s));
    const qint64 refused = serverCount(administrator, "Connection_errors_max_connections");
    holdsOut(8s);
    const qint64 tries = serverCount(administrator, "Connection_errors_max_connections") - refused;
    QVERIFY2(tries > 0 && tries < 8 * 60, qPrintable(u"%1 tries to connect in 8 s"_s.arg(tries)));
    hogs.clear();
    administrator.write({ "test/limit", "SET GLOBAL max_connections = 100" });
    isBack();
    finishesWhatItHadBegun();
}

QTEST_GUILESS_MAIN(DatabaseTroubleTest)
#include "tst_databasetrouble.moc"
