-- Set-if-absent with an expiry by the database's clock. A courtesy: no decision depends on it.
CREATE TABLE debounce_lock (
    lock_key VARBINARY(600) NOT NULL,
    value VARCHAR(16) NOT NULL,
    owner VARCHAR(64) NOT NULL,
    expires_at DATETIME(6) NOT NULL,
    created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    PRIMARY KEY (lock_key),
    KEY ix_debounce_expires (expires_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
