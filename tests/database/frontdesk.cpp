// SPDX-License-Identifier: GPL-3.0-only
#include "tests/database/frontdesk.h"

#include "service/database/transaction.h"
#include "service/workflow/statemover.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace slipway {
namespace {

std::shared_ptr<const catalogue::Catalogue> parsedCatalogue()
{
    const QByteArray json = R"({
        "partitions": [{"key": "main", "project": "acme/config", "branch": "main"}],
        "targets": [
            {"key": "db-read", "title": {"en": "Read the database", "zh-CN": "读数据库"}, "partition": "main", "format": "yaml",
             "entry": {"role": "{role}"}, "parameters": [{"name": "role", "type": "text", "choices": ["reader", "writer"]}],
             "approval": {"provider": "external", "approvers": ["bob"]}},
            {"key": "vpn", "title": {"en": "VPN"}, "partition": "main", "format": "yaml", "entry": {"on": "yes"},
             "approval": {"provider": "external"}}
        ]})";
    auto parsed = catalogue::Catalogue::parse(json, u"test"_s);
    if (const auto *problems = std::get_if<QList<catalogue::Problem>>(&parsed))
        qFatal("%s", qPrintable(problems->first().toString()));
    return std::get<0>(parsed);
}

struct Number {
    qint64 n;
    static Number read(const database::Row &row) { return { row.number("n") }; }
};

} // namespace

FrontDesk::FrontDesk(database::Settings schema)
    : settings(std::move(schema))
    , m_catalogue(parsedCatalogue())
{
    boot.forge.url = u"https://forge.example"_s;
    services.boot = &boot;
    services.database = &settings;
    services.backlog = &backlog;
    services.clock = &clock;
    services.instance = InstanceId(u"test-"_s + settings.schema);
    services.startedAt = clock.steady();
    services.targets = [this] { return m_catalogue; };
    services.wakeEngine = [this] { ++bells; };
    services.draining = [this] { return isDraining.load(); };
    configure({});
}

void FrontDesk::configure(Values values)
{
    configuration::RawValues raw { { u"flow.approvalFirst"_s, configuration::rawText(u"true"_s) },
                                   { u"flow.batching"_s, configuration::rawText(u"true"_s) } };
    for (const auto &[name, value] : values)
        raw[QString::fromLatin1(name)] = configuration::rawText(QString::fromLatin1(value));
    m_config = std::make_unique<configuration::HotConfig>();
    m_config->replace(raw, u"test"_s);
    services.config = m_config.get();
}

Reply FrontDesk::call(Reply (*handler)(Services &, const Request &), const Call &call)
{
    auto http = std::make_shared<httpserver::Request>();
    http->method = httpserver::Method::Get;
    http->query = call.query;
    http->headers = call.headers;
    http->arguments = call.arguments;
    http->received = std::chrono::steady_clock::now();
    Request request;
    request.http = http;
    if (!call.account.isEmpty())
        request.identity = Identity { call.account, call.account };
    request.mayReadAll = call.mayReadAll;
    request.language = call.language;
    request.traceId = u"0af7651916cd43dd8448eb211c80319c"_s;
    request.body = call.body;
    try {
        return handler(services, request);
    } catch (const Error &error) {
        Reply reply;
        reply.code = error.code();
        reply.data = error.data();
        return reply;
    }
}

void FrontDesk::drive(const QString &operation, std::initializer_list<workflow::Event> events)
{
    const workflow::StateMover mover(services.instance);
    for (const workflow::Event event : events) {
        const auto moved = database::inTransaction(connection(), "drive", [&](database::Transaction &transaction) {
            return mover.move(transaction, OperationId(operation), event, { workflow::Cause::Engine, {} });
        });
        if (moved != workflow::Moved::Flipped)
            throw Error(Code::InternalError, u"%1 does not lead on"_s.arg(QLatin1StringView(workflow::nameOf(event).data())));
    }
}

qint64 FrontDesk::count(const char *text, const database::Bindings &bindings)
{
    return connection().selectOne<Number>(database::Statement { "test/count", text }, bindings)->n;
}

void FrontDesk::run(const char *text, const database::Bindings &bindings)
{
    connection().write(database::Statement { "test/run", text }, bindings);
}

QString nameOf(Code code) { return QLatin1StringView(rowOf(code).name.data(), qsizetype(rowOf(code).name.size())); }

QString fieldsOf(const Reply &reply)
{
    QStringList words;
    for (const QJsonValue &field : reply.data["fields"_L1].toArray())
        words.append(field["field"_L1].toString() + u'=' + field["reason"_L1].toString());
    return words.join(u' ');
}

} // namespace slipway
