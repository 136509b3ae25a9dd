-- A partition's mode, the target head we expect, and the merge gate: one holder at a time, fenced by its token.
CREATE TABLE partition_state (
    partition_key VARBINARY(255) NOT NULL,
    mode VARCHAR(8) NOT NULL DEFAULT 'OPEN',
    reason VARCHAR(2000) NULL,
    changed_by VARCHAR(255) NULL,
    since DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    expected_head CHAR(40) NULL,
    gate_owner VARCHAR(64) NULL,
    gate_token BIGINT NOT NULL DEFAULT 0,
    gate_until DATETIME(6) NULL,
    version INT NOT NULL DEFAULT 1,
    PRIMARY KEY (partition_key),
    CONSTRAINT ck_partition_mode CHECK (mode IN ('OPEN', 'PAUSED', 'HALTED')),
    CONSTRAINT ck_partition_key CHECK (OCTET_LENGTH(partition_key) > 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
