// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/store/storedvalue.h"

#include <QObject>
#include <QSqlDatabase>
#include <QSqlQuery>

#include <functional>
#include <map>

namespace slipway::twin {

/// What the twin knows, on disk (SQLite in the data folder): one table per kind of entity, one row per entity, its
/// fields as JSON. The world in memory is what everybody reads and changes; whoever changes an entity says so with
/// changed(), and commit() writes everything that was named since the last one in a single transaction. It runs before
/// any byte leaves the twin (an answer, a message) and at the latest at the end of the event loop's turn, so a
/// transaction holds whole consequences: an effect, its journal row, and what has to happen next.
///
/// What cannot be written must not be answered either: when a commit fails, the program ends. Main thread only.
class Store : public QObject {
    Q_OBJECT
public:
    /// Of a data folder. Grows when what is in a row changes its meaning; a new field does not.
    static constexpr int format = 2;

    /// Where the rows of one table come from and go to.
    struct Source {
        using Visitor = std::function<void(qint64 id, const QJsonObject &row)>;
        QString table;
        /// Shows every entity as it is now.
        std::function<void(const Visitor &)> visit;
        /// Takes one row, in the order of the ids. What the row points at is in the references already.
        std::function<void(qint64 id, const QJsonObject &row, References &)> restore;
    };
    using Write = std::function<QJsonObject()>;

    /// Opens or creates \a file. Throws StartFailure when it cannot, or when it is of another format.
    explicit Store(const QString &file);
    ~Store() override;

    /// In an order in which nothing points at what is restored later.
    void addSource(Source source);
    /// A single row that holds \a settings and is looked at before each commit.
    void keepSettings(const QString &table, Settings &settings);
    /// \a look runs before each commit and may call changed().
    void beforeCommit(std::function<void()> look) { m_looks.push_back(std::move(look)); }

    void changed(const QString &table, qint64 id, Write write);
    template <class Entity>
    void changed(const std::shared_ptr<Entity> &entity)
    {
        changed(QLatin1StringView(Stored<Entity>::table), entity->id, [entity] { return stored::writeEntity(*entity); });
    }
    void removed(const QString &table, qint64 id);

    void commit();
    /// Hands every row to its source.
    void restore();
    /// Empties all tables, at once.
    void clear();
    /// What is in memory and not on disk, or the other way round, in words; empty when somebody killed the program now
    /// and nothing would be lost. Commits first.
    QStringList differences();

private:
    struct Pending {
        QString table;
        qint64 id;
        bool operator<(const Pending &other) const { return std::tie(table, id) < std::tie(other.table, other.id); }
    };
    void execute(const QString &statement);
    void executeOrEnd(QSqlQuery &query);
    QSqlQuery &prepared(const QString &statement);
    void createTable(const QString &table);
    void writePending();
    QMap<qint64, QJsonObject> rowsOf(const QString &table);

    QSqlDatabase m_database;
    QList<Source> m_sources;
    std::vector<std::function<void()>> m_looks;
    std::map<Pending, Write> m_pending; ///< An empty function: remove the row.
    std::map<QString, std::unique_ptr<QSqlQuery>> m_prepared;
    bool m_commitQueued = true; ///< From the start: until restore() has read it, what is on disk is not written over.
};

} // namespace slipway::twin
