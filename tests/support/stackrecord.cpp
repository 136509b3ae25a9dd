// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/stackrecord.h"

#include "tests/support/startfailure.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>

#include <algorithm>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace slipway::support {

namespace {

// The fields of /proc/<id>/stat from the third on; the name before them may hold blanks and brackets. Empty: no such process, or a
// dead one.
QList<QByteArray> statOf(qint64 id)
{
    QFile file(u"/proc/%1/stat"_s.arg(id));
    if (id <= 0 || !file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray line = file.readAll();
    const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    const bool gone = fields.size() < 20 || fields[0] == "Z" || fields[0] == "X";
    return gone ? QList<QByteArray>() : fields;
}

qint64 startTicksOf(qint64 id) { return statOf(id).value(19).toLongLong(); }

} // namespace

ProcessMark ProcessMark::of(qint64 id) { return { id, startTicksOf(id) }; }

bool ProcessMark::isAlive() const { return startTicks != 0 && startTicksOf(id) == startTicks; }

bool ProcessMark::isStopped() const { return isAlive() && statOf(id).value(0) == "T"; }

std::chrono::milliseconds ProcessMark::processorTime() const
{
    const QList<QByteArray> fields = statOf(id);
    if (fields.isEmpty() || fields[19].toLongLong() != startTicks)
        return {};
    qint64 ticks = 0;
    for (const QByteArray &field : fields.mid(11, 4))
        ticks += field.toLongLong();
    return std::chrono::milliseconds(ticks * 1000 / ::sysconf(_SC_CLK_TCK));
}

QString StackRecord::fileIn(const QString &directory) { return QDir(directory).filePath(u"stack.json"_s); }

std::optional<StackRecord> StackRecord::read(const QString &directory)
{
    QFile file(fileIn(directory));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
    StackRecord record;
    for (const QJsonValue &service : json["services"_L1].toArray())
        record.services.append(service.toString());
    record.metrics = json["metrics"_L1].toString();
    record.twinApi = json["twin"_L1]["api"_L1].toString();
    record.twinAdmin = json["twin"_L1]["admin"_L1].toString();
    record.databaseSocket = json["database"_L1].toString();
    record.repository = json["repository"_L1].toString();
    record.identities = json["identities"_L1].toObject();
    record.secrets = json["secrets"_L1].toObject();
    const QJsonObject processes = json["processes"_L1].toObject();
    for (auto it = processes.begin(); it != processes.end(); ++it)
        record.processes.insert(it.key(), { it.value()["pid"_L1].toInteger(), it.value()["startTicks"_L1].toInteger() });
    return record;
}

QJsonObject StackRecord::toJson() const
{
    QJsonObject marks;
    for (auto it = processes.cbegin(); it != processes.cend(); ++it)
        marks.insert(it.key(), QJsonObject { { "pid"_L1, it->id }, { "startTicks"_L1, it->startTicks } });
    return {
        { "service"_L1, services.value(0) }, { "services"_L1, QJsonArray::fromStringList(services) },
        { "metrics"_L1, metrics },           { "twin"_L1, QJsonObject { { "api"_L1, twinApi }, { "admin"_L1, twinAdmin } } },
        { "database"_L1, databaseSocket },   { "repository"_L1, repository },
        { "identities"_L1, identities },     { "secrets"_L1, secrets },
        { "processes"_L1, marks },
    };
}

void StackRecord::write(const QString &directory) const
{
    QSaveFile file(fileIn(directory));
    const QByteArray text = QJsonDocument(toJson()).toJson();
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        throw StartFailure(ExitCode::DiskFull, u"%1 cannot be written: %2"_s.arg(file.fileName(), file.errorString()));
}

bool StackRecord::isAnyAlive() const
{
    return std::ranges::any_of(processes, [](const ProcessMark &mark) { return mark.isAlive(); });
}

} // namespace slipway::support
