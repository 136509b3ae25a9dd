-- finished_at is NULL between the first and the last moment of a migration: only then may its table exist already.
CREATE TABLE IF NOT EXISTS schema_version (
    version INT NOT NULL,
    name VARCHAR(128) NOT NULL,
    checksum CHAR(64) NOT NULL,
    started_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    finished_at DATETIME(6) NULL,
    PRIMARY KEY (version)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
