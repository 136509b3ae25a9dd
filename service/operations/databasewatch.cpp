// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/databasewatch.h"

#include "service/database/migrator.h"
#include "service/database/refusals.h"
#include "sql/database.h"
#include "sql/migrations.h"
#include "sql/operations.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using database::Kind;

constexpr std::chrono::seconds patience { 1 };

struct ServerMode {
    bool isReadOnly;
    static ServerMode read(const database::Row &row) { return { row.flag("is_read_only") }; }
};

QString wordsFor(Kind refusal)
{
    switch (refusal) {
    case Kind::ReadOnly: return u"is read-only"_s;
    case Kind::Unavailable: return u"refuses to work: look at its log and at the space it has"_s;
    case Kind::CannotConnect: return u"takes no more connections"_s;
    case Kind::LockTimeout: return u"keeps what is needed locked"_s;
    case Kind::Cancelled: return u"is too slow"_s;
    case Kind::DuplicateKey:
    case Kind::Deadlock:
    case Kind::ConnectionLost:
    case Kind::Constraint:
    case Kind::BadValue:
    case Kind::Other: break;
    }
    return u"answers"_s;
}

} // namespace

DatabaseWatch::DatabaseWatch(const database::Settings &settings)
    : m_settings(settings)
{
}

void DatabaseWatch::look()
{
    database::Settings impatient = m_settings;
    impatient.statementLimit = patience;
    impatient.answerGrace = patience;
    impatient.lockWait = patience;
    const std::lock_guard looking(m_looking);
    try {
        ask(database::Connection::forThisThread(impatient));
    } catch (...) {
        const std::lock_guard guard(m_lock);
        m_seen = {};
        m_schemaFits = false; // What comes back may be another one.
        throw;
    }
}

void DatabaseWatch::ask(database::Connection &connection)
{
    DatabaseHealth seen { .answers = true, .takesWork = true, .words = u"answers"_s };
    const auto mode = connection.selectOne<ServerMode>(sql::database::read_mode);
    if (mode && mode->isReadOnly) {
        // Some accounts may write all the same: trying is the only way to know.
        try {
            connection.write(sql::operations::try_to_write);
        } catch (const database::DatabaseError &error) {
            if (error.kind() != Kind::ReadOnly)
                throw;
            seen.takesWork = false;
            seen.words = wordsFor(Kind::ReadOnly);
        }
    }
    if (!m_schemaFits)
        seen.schemaWords = judgeSchema(connection);
    seen.schemaFits = m_schemaFits;
    if (seen.schemaFits)
        seen.schemaWords = u"is at version %1"_s.arg(sql::migrations.back().version);
    const std::lock_guard guard(m_lock);
    m_seen = seen;
}

QString DatabaseWatch::judgeSchema(database::Connection &connection)
{
    try {
        const auto pending = database::Migrator(connection, sql::migrations).pending();
        m_schemaFits = pending.empty();
        return u"lacks %1 migrations"_s.arg(pending.size());
    } catch (const Error &error) {
        if (error.fault() != Fault::Internal)
            throw;
        return u"is not the one this program was built for"_s;
    }
}

DatabaseHealth DatabaseWatch::health() const
{
    DatabaseHealth health;
    {
        const std::lock_guard guard(m_lock);
        health = m_seen;
    }
    const auto refusal = database::Refusals::lately();
    if (health.answers && health.takesWork && refusal) {
        health.takesWork = false;
        health.words = wordsFor(*refusal);
    }
    return health;
}

} // namespace slipway::operations
