// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/instances.h"

#include "service/contract/page.h"
#include "service/operations/programversion.h"
#include "sql/operations.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSysInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

/// A dead process is shown this long, because somebody may look for it.
constexpr int hoursToForget = 24;

struct LiveCount {
    int live = 0;
    static LiveCount read(const database::Row &row) { return { int(row.number("live")) }; }
};

} // namespace

InstanceRegister::InstanceRegister(InstanceId instance)
    : m_instance(std::move(instance))
{
}

void InstanceRegister::insert(database::Connection &connection) const
{
    try {
        connection.write(sql::operations::insert_instance,
                         { { "instance", m_instance.value() },
                           { "host", QSysInfo::machineHostName().left(255) },
                           { "pid", QCoreApplication::applicationPid() },
                           { "version", programVersion() } });
    } catch (const database::DatabaseError &error) {
        // Ours, from a try whose answer was lost.
        if (error.kind() != database::Kind::DuplicateKey)
            throw;
    }
}

void InstanceRegister::enlist(database::Connection &connection) const
{
    connection.write(sql::operations::forget_instances, { { "hours", hoursToForget } });
    insert(connection);
}

void InstanceRegister::beat(database::Connection &connection, const QList<LoopTick> &loops, bool isDraining) const
{
    const database::Bindings beat { { "instance", m_instance.value() },
                                    { "draining", isDraining ? 1 : 0 },
                                    { "loops",
                                      QString::fromUtf8(QJsonDocument(toJson(loops)).toJson(QJsonDocument::Compact)) } };
    if (connection.write(sql::operations::beat_instance, beat) == 1)
        return;
    insert(connection);
    connection.write(sql::operations::beat_instance, beat);
}

void InstanceRegister::leave(database::Connection &connection) const
{
    connection.write(sql::operations::delete_instance, { { "instance", m_instance.value() } });
}

void InstanceRegister::publishConfig(database::Connection &connection, const QJsonObject &config)
{
    constexpr int beatsBetween = 12;
    const QByteArray text = QJsonDocument(config).toJson(QJsonDocument::Compact);
    if (text == m_published && ++m_sincePublished < beatsBetween)
        return;
    connection.write(sql::operations::publish_config,
                     { { "instance", m_instance.value() }, { "config", QString::fromUtf8(text) } });
    m_published = text;
    m_sincePublished = 0;
}

int liveInstances(database::Connection &connection)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(silentAfter).count();
    return connection.selectOne<LiveCount>(sql::operations::live_instances, { { "seconds", qint64(seconds) } })->live;
}

QString stateOf(std::chrono::milliseconds heartbeatAge, bool isDraining, const QJsonArray &loops)
{
    if (heartbeatAge > silentAfter)
        return u"SILENT"_s;
    const bool isStuck =
        std::ranges::any_of(loops, [](const QJsonValue &loop) { return !loop.toObject().value("alive"_L1).toBool(true); });
    return isStuck ? u"STUCK"_s : isDraining ? u"DRAINING"_s : u"RUNNING"_s;
}

InstanceRow InstanceRow::read(const database::Row &row)
{
    protocol::InstanceView view { .id = row.id<InstanceId>("instance_id"),
                                  .host = row.text("host"),
                                  .pid = row.number("pid"),
                                  .version = row.text("version"),
                                  .startedAt = row.instant("started_at"),
                                  .lastBeatAt = row.instant("heartbeat_at"),
                                  .heartbeatAge = std::chrono::milliseconds(row.number("heartbeat_age_ms")),
                                  .isDraining = row.flag("draining"),
                                  .loops = row.isNull("loops") ? QJsonArray()
                                                               : QJsonDocument::fromJson(row.bytes("loops")).array() };
    view.state = stateOf(view.heartbeatAge, view.isDraining, view.loops);
    return { std::move(view) };
}

std::vector<InstanceRow> instancesPage(database::Connection &connection, const std::optional<QStringList> &after, int limit)
{
    return connection.select<InstanceRow>(sql::operations::instances,
                                          { { "before", after ? after->at(0) : endOfTime() },
                                            { "before_id", after ? after->at(1) : endOfIds() },
                                            { "limit", limit } });
}

QJsonArray toJson(const QList<LoopTick> &loops)
{
    QJsonArray array;
    for (const LoopTick &loop : loops) {
        array.append(QJsonObject { { u"name"_s, loop.name },
                                   { u"ageMs"_s, qint64(loop.age.count()) },
                                   { u"limitMs"_s, qint64(loop.limit.count()) },
                                   { u"alive"_s, loop.isAlive() } });
    }
    return array;
}

} // namespace slipway::operations
