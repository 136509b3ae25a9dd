// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/statement.h"
#include "shared/error.h"

namespace slipway::test {

/// A table with a column of each kind that values pass through differently, and what is done with it.
inline constexpr database::Statement createTable {
    "test/create",
    "CREATE TABLE thing (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARBINARY(512) NULL, "
    "label VARCHAR(20) NULL, big BIGINT NULL, small TINYINT NULL, at DATETIME(6) NULL, body MEDIUMTEXT NULL)"
    " DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin"
};
inline constexpr database::Statement insertThing {
    "test/insert", "INSERT INTO thing (name, label, big, small, at, body) VALUES (:name, :label, :big, :small, :at, :body)"
};
inline constexpr database::Statement selectThing {
    "test/select", "SELECT id, name, label, big, small, CAST(at AS CHAR) AS at, at AS raw_at, body FROM thing WHERE id = :id"
};

struct ThrownError {
    Code code = Code::Ok;
    QString detail;
};

/// What \a body throws; Code::Ok when it throws nothing.
template <class Body>
ThrownError thrownBy(Body &&body)
{
    try {
        body();
    } catch (const Error &error) {
        return { error.code(), error.detail() };
    }
    return {};
}

} // namespace slipway::test
