// SPDX-License-Identifier: GPL-3.0-only
// Submitting a change: slipwayd against a client that does nothing but the transaction, and against Node (fastify and mysql2) doing the
// same job; all three on one database server, in turn. And what is turned away, against an answer that is empty.
#include "service/database/migrator.h"
#include "service/database/transaction.h"
#include "sql/migrations.h"
#include "tests/bench/httpload.h"
#include "tests/bench/processtimes.h"
#include "tests/support/stack.h"
#include "tests/support/startfailure.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QTemporaryDir>

#include <array>

using namespace Qt::StringLiterals;
using namespace slipway;
using bench::Load;
using bench::Series;
using database::Statement;
using database::Transaction;

namespace {

constexpr int clients = 32;
constexpr int rounds = 9;
constexpr std::chrono::seconds length { 3 };

constexpr Statement answer {
    "bench/answer",
    "INSERT INTO request_idempotency (scope, request_id, requester, fingerprint, operation_id, "
    "response_status, response_body, expires_at) VALUES ('changes', :operation, 'alice', REPEAT('0', 64), "
    ":operation, 202, '{}', TIMESTAMPADD(HOUR, 72, CURRENT_TIMESTAMP(6)))"
};
constexpr Statement operation {
    "bench/operation",
    "INSERT INTO operation (operation_id, fingerprint, requester, subject_id, target_key, kind, flow, "
    "params, reason, partition_key, step_status, binding_status) VALUES (:operation, REPEAT('0', 64), "
    "'alice', :subject, 'db/read', 'bind', 'batched', JSON_OBJECT('role', 'member'), 'a benchmark', 'access', 10401, "
    "'APPROVAL_SENDING')"
};
constexpr Statement binding { "bench/binding",
                              "INSERT INTO binding (subject_id, target_key, operation_id, status) VALUES (:subject, 'db/read', "
                              ":operation, 'APPROVAL_SENDING')" };
constexpr Statement history {
    "bench/history",
    "INSERT INTO operation_history (operation_id, version, event, cause, to_step, to_status, actor, "
    "instance) VALUES (:operation, 1, 'SUBMITTED', 'USER', 10401, 'APPROVAL_SENDING', 'alice', 'bare')"
};
constexpr Statement task {
    "bench/task", "INSERT INTO workflow_task (kind, ref, due_at) VALUES ('SEND_APPROVAL', :operation, CURRENT_TIMESTAMP(6))"
};

QByteArray nameOf(const char *kind, int number) { return kind + QByteArray::number(number).rightJustified(9, '0'); }

QByteArray request(int number)
{
    const QByteArray body = R"({"operationId":")" + nameOf("change-", number) + R"(","subjectId":")"
        + nameOf("subject-", number) + R"(","targetKey":"db/read","parameters":{"role":"member"},"reason":"a benchmark"})";
    return "POST /api/v1/changes HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nX-Slipway-Dev-User: alice\r\n"
           "Content-Length: "
        + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

/// What the door turns away, beside an answer that costs nothing but the way to it and back.
struct Kind {
    const char *name;
    int status;
    QByteArray request;
};
const std::array<Kind, 4> kinds { {
    { "an empty handler", 200, "GET /version HTTP/1.1\r\nHost: bench\r\n\r\n" },
    { "401", 401, "GET /api/v1/session HTTP/1.1\r\nHost: bench\r\n\r\n" },
    { "404", 404, "GET /api/v1/nothing HTTP/1.1\r\nHost: bench\r\nX-Slipway-Dev-User: alice\r\n\r\n" },
    { "429", 429,
      "POST /api/v1/changes/preview HTTP/1.1\r\nHost: bench\r\nX-Slipway-Dev-User: alice\r\nContent-Type: application/json\r\n"
      "Content-Length: 2\r\n\r\n{}" },
} };

/// The transaction and nothing else.
std::function<bool(int)> bareClient(const database::Settings &settings)
{
    auto connection = std::make_shared<database::Connection>(settings);
    return [connection](int number) {
        const QString id = QString::fromLatin1(nameOf("change-", number)),
                      subject = QString::fromLatin1(nameOf("subject-", number));
        const database::Bindings one { { "operation", id } }, both { { "operation", id }, { "subject", subject } };
        database::inTransaction(*connection, "bench.submit", [&](Transaction &transaction) {
            transaction.affect(answer, one);
            transaction.affect(operation, both);
            transaction.affect(binding, both);
            transaction.affect(history, one);
            transaction.affect(task, one);
        });
        return true;
    };
}

/// Processor seconds of the three that share the machine: whoever answers, the database, the clients.
struct Spent {
    double server = 0, database = 0, clients = 0;
    Spent since(const Spent &before) const
    {
        return { server - before.server, database - before.database, clients - before.clients };
    }
};

/// One of the three, over all rounds.
struct Contender {
    Series perSecond, ratio, processor, database, client, slow;
    int refused = 0;
};

class Contest {
public:
    Contest()
        : m_stack(options(m_folder))
    {
        m_stack.start();
        // The one worker asks for the first approval and is never answered: what happens to a change after it was stored is not measured
        // here, nor done by the peers.
        m_stack.twin().addFault({ { u"match"_s, QJsonObject { { u"path_regex"_s, u"^/approvals"_s } } },
                                  { u"times"_s, -1 },
                                  { u"do"_s, QJsonObject { { u"kind"_s, u"hang"_s } } } });
        m_bare = schema("bare");
        startNode(schema("peer"));
    }

    void run()
    {
        bench::HttpLoad service(quint16(m_stack.serviceUrl().port()), clients, 202), node(m_nodePort, clients, 202);
        for (int round = 0; round < rounds; ++round) {
            const Spent before = spent({});
            const Load bare = bench::loadOf(clients, length, m_bareSent, [&] { return bareClient(m_bare); });
            take(m_limit, bare, bare, spent({}).since(before));
            take(m_service, service, m_stack.service().id(), bare);
            if (m_node)
                take(m_peer, node, m_node->id(), bare);
        }
        for (int round = 0; round < rounds; ++round)
            refuse();
    }

    void tell(bench::Figures &figures) const
    {
        tell(figures, u"bare client"_s, m_limit);
        tell(figures, u"slipwayd"_s, m_service);
        figures.add(u"bare client's throughput over slipwayd's, median of pairs"_s, 1 / m_service.ratio.median(), u"times"_s,
                    1 / 0.8);
        for (size_t i = 1; i < kinds.size(); ++i)
            figures.add(
                u"an empty handler's throughput over that of a %1, median of pairs"_s.arg(QLatin1StringView(kinds[i].name)),
                m_refusals[i].median(), u"times"_s, 1 / 0.9);
        if (!m_node)
            return;
        tell(figures, u"Node"_s, m_peer);
        figures.add(u"Node's throughput over slipwayd's, medians"_s, m_peer.perSecond.median() / m_service.perSecond.median(),
                    u"times"_s, 1 / 1.7);
        figures.add(u"slipwayd's processor time over Node's, medians"_s,
                    m_service.processor.median() / m_peer.processor.median(), u"times"_s, 0.5);
    }

private:
    static support::Stack::Options options(const QTemporaryDir &folder)
    {
        support::Stack::Options options;
        options.directory = folder.path() + u"/stack"_s;
        options.sharedDatabase = true;
        options.stage.hot = { { u"deadline.approvalMs"_s, u"3600000"_s },
                              { u"limit.preview.count"_s, u"1"_s },
                              { u"limit.preview.windowSeconds"_s, u"86400"_s },
                              { u"engine.tickMs"_s, u"60000"_s },
                              { u"engine.workers"_s, u"1"_s },
                              { u"engine.maxBacklog"_s, u"10000000"_s } };
        return options;
    }

    database::Settings schema(const QByteArray &name)
    {
        support::SharedDatabase &server = m_stack.database();
        server.administer("CREATE DATABASE " + name);
        server.administer("GRANT ALL PRIVILEGES ON " + name + ".* TO slipway@localhost");
        database::Settings settings = server.account();
        settings.schema = QString::fromLatin1(name);
        database::Connection connection(settings);
        database::Migrator(connection, sql::migrations).apply();
        return settings;
    }

    void startNode(const database::Settings &settings)
    {
        const QString script = qEnvironmentVariable("SLIPWAY_BENCH_NODE");
        if (!QFileInfo(QFileInfo(script).path() + u"/node_modules"_s).isDir()) {
            std::fprintf(stderr, "Node is not measured: its packages are not installed\n");
            return;
        }
        m_node = std::make_unique<support::Process>(
            u"/usr/bin/node"_s, QStringList { script, settings.socket, settings.user, settings.password, settings.schema },
            m_stack.directory() + u"/node.log"_s);
        m_nodePort = quint16(m_node->start()[u"port"_s].toInt());
    }

    /// Each kind beside the empty handler of the same round.
    void refuse()
    {
        double empty = 0;
        for (size_t i = 0; i < kinds.size(); ++i) {
            bench::HttpLoad load(quint16(m_stack.serviceUrl().port()), clients, kinds[i].status);
            const double perSecond = load.run(std::chrono::seconds(1), [&](int) { return kinds[i].request; }).perSecond();
            if (i == 0)
                empty = perSecond;
            m_refusals[i].add(empty / perSecond);
        }
    }

    /// Nobody answers the bare client but the database.
    Spent spent(std::optional<qint64> server)
    {
        return { server ? bench::ProcessTimes(*server).processorSeconds() : 0,
                 bench::ProcessTimes(m_stack.database().processId()).processorSeconds(),
                 bench::ProcessTimes(QCoreApplication::applicationPid()).processorSeconds() };
    }

    static void take(Contender &contender, const Load &load, const Load &bare, const Spent &spent)
    {
        if (load.answered == 0)
            throw std::runtime_error("nothing was answered");
        contender.perSecond.add(load.perSecond());
        contender.ratio.add(load.perSecond() / bare.perSecond());
        contender.processor.add(spent.server * 1e6 / load.answered);
        contender.database.add(spent.database * 1e6 / load.answered);
        contender.client.add(spent.clients * 1e6 / load.answered);
        contender.slow.add(load.milliseconds.quantile(0.99));
        contender.refused += load.refused;
    }

    void take(Contender &contender, bench::HttpLoad &load, qint64 process, const Load &bare)
    {
        const Spent before = spent(process);
        const Load loaded = load.run(length, &request);
        take(contender, loaded, bare, spent(process).since(before));
    }

    static void tell(bench::Figures &figures, const QString &who, const Contender &contender)
    {
        figures.add(who + u": submits, median of %1"_s.arg(rounds), contender.perSecond.median(), u"per s"_s);
        figures.add(who + u": 99th percentile at full load"_s, contender.slow.median(), u"ms"_s);
        if (contender.processor.largest() > 0)
            figures.add(who + u": processor time of a request"_s, contender.processor.median(), u"µs"_s);
        figures.add(who + u": the database's of a request"_s, contender.database.median(), u"µs"_s);
        figures.add(who + u": the clients' of a request"_s, contender.client.median(), u"µs"_s);
        figures.add(who + u": refused"_s, contender.refused, u""_s, 0);
    }

    QTemporaryDir m_folder;
    support::Stack m_stack;
    database::Settings m_bare;
    std::unique_ptr<support::Process> m_node;
    quint16 m_nodePort = 0;
    int m_bareSent = 0;
    Contender m_limit, m_service, m_peer;
    std::array<Series, kinds.size()> m_refusals;
};

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    bench::Figures figures(u"apply"_s);
    try {
        Contest contest;
        contest.run();
        contest.tell(figures);
    } catch (const std::exception &failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 2;
    }
    return figures.finish(application.arguments());
}
