// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/instances.h"

#include "service/operations/programversion.h"
#include "sql/operations.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSysInfo>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

/// A dead process is shown this long, because somebody may look for it.
constexpr int hoursToForget = 24;

} // namespace

InstanceRegister::InstanceRegister(InstanceId instance)
    : m_instance(std::move(instance))
{
}

void InstanceRegister::insert(database::Connection &connection) const
{
    connection.write(sql::operations::insert_instance,
                     { { "instance", m_instance.value() },
                       { "host", QSysInfo::machineHostName().left(255) },
                       { "pid", QCoreApplication::applicationPid() },
                       { "version", programVersion() } });
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

InstanceRow InstanceRow::read(const database::Row &row)
{
    return { .instance = row.id<InstanceId>("instance_id"),
             .host = row.text("host"),
             .pid = row.number("pid"),
             .version = row.text("version"),
             .startedAt = row.instant("started_at"),
             .isDraining = row.flag("draining"),
             .loops = row.isNull("loops") ? QJsonArray() : QJsonDocument::fromJson(row.bytes("loops")).array(),
             .heartbeatAge = std::chrono::milliseconds(row.number("heartbeat_age_ms")) };
}

std::vector<InstanceRow> allInstances(database::Connection &connection)
{
    return connection.select<InstanceRow>(sql::operations::instances);
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
