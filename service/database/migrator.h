// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"

#include <span>

namespace slipway::database {

/// One file of sql/migrations/: one statement, never edited after release.
struct Migration {
    int version;
    const char *name;
    const char *text;
};

/// Brings the schema to the version this program was built with. Fenced by GET_LOCK and by a unique row per step, so any number
/// of instances may start at once; resumes after a crash between a DDL statement and its record. It never goes back, and it
/// refuses a schema that is newer than the program or whose applied migrations were edited.
class Migrator {
public:
    Migrator(Connection &connection, std::span<const Migration> migrations);

    /// Throws Error(Unavailable) when another instance holds the lock too long, Error(InternalError) when history differs.
    void apply();
    /// The versions that apply() would run.
    std::vector<int> pending();

private:
    Connection &m_connection;
    std::span<const Migration> m_migrations;
};

} // namespace slipway::database
