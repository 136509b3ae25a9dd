// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/store/store.h"

#include "tests/twin/core/log.h"
#include "tests/twin/core/startfailure.h"

#include <QJsonDocument>
#include <QSqlError>

#include <cstdlib>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

const auto connectionName = u"twin-state"_s;

StartFailure unusable(const QString &file, const QString &why)
{
    return { 3, u"the state in %1 cannot be used: %2"_s.arg(file, why) };
}

} // namespace

Store::Store(const QString &file)
    : m_database(QSqlDatabase::addDatabase(u"QSQLITE"_s, connectionName))
{
    m_database.setDatabaseName(file);
    if (!m_database.open())
        throw unusable(file, m_database.lastError().text());
    QSqlQuery query(m_database);
    // A killed process loses nothing in WAL mode; only a machine that loses its power could lose the last transactions
    // with NORMAL, and what is played here is killed programs.
    for (const QString &pragma : { u"PRAGMA journal_mode=WAL"_s, u"PRAGMA synchronous=NORMAL"_s, u"PRAGMA user_version"_s }) {
        if (!query.exec(pragma) || !query.next())
            if (query.lastError().isValid())
                throw unusable(file, query.lastError().text());
    }
    const int found = query.value(0).toInt();
    const bool isNew = found == 0 && m_database.tables().isEmpty();
    if (!isNew && found != format) {
        throw unusable(file,
                       u"it was written by another version of the twin (format %1, this one reads %2); "
                       "give the twin an empty folder"_s.arg(found)
                           .arg(format));
    }
    if (!query.exec(u"PRAGMA user_version=%1"_s.arg(format)))
        throw unusable(file, query.lastError().text());
}

Store::~Store()
{
    m_prepared.clear();
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(connectionName);
}

void Store::executeOrEnd(QSqlQuery &query)
{
    if (query.exec())
        return;
    qCCritical(logTwin, "the state cannot be kept: %s", qPrintable(query.lastError().text()));
    std::_Exit(3);
}

void Store::execute(const QString &statement)
{
    QSqlQuery query(m_database);
    query.prepare(statement);
    executeOrEnd(query);
}

QSqlQuery &Store::prepared(const QString &statement)
{
    std::unique_ptr<QSqlQuery> &query = m_prepared[statement];
    if (!query) {
        query = std::make_unique<QSqlQuery>(m_database);
        query->prepare(statement);
    }
    return *query;
}

void Store::createTable(const QString &table)
{
    execute(u"CREATE TABLE IF NOT EXISTS \"%1\" (id INTEGER PRIMARY KEY, body TEXT NOT NULL)"_s.arg(table));
}

void Store::addSource(Source source)
{
    createTable(source.table);
    m_sources.append(std::move(source));
}

void Store::keepSettings(const QString &table, Settings &settings)
{
    const auto write = [&settings] { return settings.values(); };
    addSource({ table, [write](const Source::Visitor &visitor) { visitor(1, write()); },
                [&settings](qint64, const QJsonObject &row, References &) { settings.restore(row); } });
    beforeCommit([this, table, &settings, write, seen = quint64(0)]() mutable {
        if (std::exchange(seen, settings.revision()) != settings.revision())
            changed(table, 1, write);
    });
    changed(table, 1, write);
}

void Store::changed(const QString &table, qint64 id, Write write)
{
    m_pending.insert_or_assign(Pending { table, id }, std::move(write));
    if (std::exchange(m_commitQueued, true))
        return;
    QMetaObject::invokeMethod(this, &Store::commit, Qt::QueuedConnection);
}

void Store::removed(const QString &table, qint64 id) { changed(table, id, nullptr); }

void Store::commit()
{
    for (const std::function<void()> &look : m_looks)
        look();
    m_commitQueued = false;
    if (m_pending.empty())
        return;
    execute(u"BEGIN IMMEDIATE"_s);
    writePending();
    execute(u"COMMIT"_s);
}

void Store::writePending()
{
    const auto pending = std::exchange(m_pending, {});
    for (const auto &[row, write] : pending) {
        QSqlQuery &query = prepared(write ? u"INSERT OR REPLACE INTO \"%1\" (id, body) VALUES (?, ?)"_s.arg(row.table)
                                          : u"DELETE FROM \"%1\" WHERE id = ?"_s.arg(row.table));
        query.bindValue(0, row.id);
        if (write)
            query.bindValue(1, QString::fromUtf8(QJsonDocument(write()).toJson(QJsonDocument::Compact)));
        executeOrEnd(query);
    }
}

QMap<qint64, QJsonObject> Store::rowsOf(const QString &table)
{
    QMap<qint64, QJsonObject> rows;
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    query.prepare(u"SELECT id, body FROM \"%1\""_s.arg(table));
    executeOrEnd(query);
    while (query.next())
        rows.insert(query.value(0).toLongLong(), QJsonDocument::fromJson(query.value(1).toString().toUtf8()).object());
    return rows;
}

void Store::restore()
{
    References references;
    for (const Source &source : std::as_const(m_sources)) {
        const QMap<qint64, QJsonObject> rows = rowsOf(source.table);
        for (auto it = rows.begin(); it != rows.end(); ++it)
            source.restore(it.key(), it.value(), references);
    }
    // What the parts said about themselves while they were made is older than what was just read.
    m_pending.clear();
    m_commitQueued = false;
}

void Store::clear()
{
    m_pending.clear();
    execute(u"BEGIN IMMEDIATE"_s);
    for (const Source &source : std::as_const(m_sources))
        execute(u"DELETE FROM \"%1\""_s.arg(source.table));
    execute(u"COMMIT"_s);
}

QStringList Store::differences()
{
    commit();
    QStringList found;
    for (const Source &source : std::as_const(m_sources)) {
        QMap<qint64, QJsonObject> kept = rowsOf(source.table);
        source.visit([&](qint64 id, const QJsonObject &row) {
            // Numbers that were read back are the same values of another inner type: compare what is written.
            const QJsonObject before = kept.take(id);
            const QJsonObject now = QJsonDocument::fromJson(QJsonDocument(row).toJson(QJsonDocument::Compact)).object();
            for (auto it = now.begin(); it != now.end(); ++it) {
                if (before[it.key()] != *it)
                    found.append(u"%1 %2: %3 was changed and not kept"_s.arg(source.table).arg(id).arg(it.key()));
            }
        });
        for (auto it = kept.begin(); it != kept.end(); ++it)
            found.append(u"%1 %2 is gone and was not removed"_s.arg(source.table).arg(it.key()));
    }
    return found;
}

} // namespace slipway::twin
