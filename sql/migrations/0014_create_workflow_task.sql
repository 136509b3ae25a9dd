-- The durable queue. Whoever holds the lease works on it; lease_token fences a holder that slept past its lease.
-- read_count counts the polls of the present wait, attempt the failed tries. (READS is a reserved word.)
CREATE TABLE workflow_task (
    id BIGINT NOT NULL AUTO_INCREMENT,
    kind VARCHAR(32) NOT NULL,
    ref VARCHAR(64) NOT NULL,
    payload MEDIUMTEXT NULL,
    due_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    attempt INT NOT NULL DEFAULT 0,
    read_count INT NOT NULL DEFAULT 0,
    lease_owner VARCHAR(64) NULL,
    lease_until DATETIME(6) NULL,
    lease_token BIGINT NOT NULL DEFAULT 0,
    last_error TEXT NULL,
    created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    PRIMARY KEY (id),
    UNIQUE KEY uk_task (kind, ref),
    KEY ix_task_due (due_at, id),
    KEY ix_task_ref (ref)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
