-- Append-only: each change of a batch's status or phase.
CREATE TABLE merge_batch_history (
    id BIGINT NOT NULL AUTO_INCREMENT,
    batch_id BIGINT NOT NULL,
    version INT NOT NULL,
    from_status TINYINT NULL,
    to_status TINYINT NOT NULL,
    from_phase VARCHAR(16) NULL,
    to_phase VARCHAR(16) NOT NULL,
    cause VARCHAR(12) NOT NULL,
    actor VARCHAR(255) NOT NULL,
    detail MEDIUMTEXT NULL,
    instance VARCHAR(64) NOT NULL,
    at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    PRIMARY KEY (id),
    UNIQUE KEY uk_batch_version (batch_id, version),
    KEY ix_merge_batch_history_at (at, id),
    CONSTRAINT ck_merge_batch_history_cause CHECK (cause IN ('USER', 'APPROVAL', 'ENGINE', 'DEPLOY', 'RECONCILE', 'OPERATOR', 'SWEEPER'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
