-- The first answer to each key, kept until expires_at. Afterwards the operation row and its fingerprint answer.
CREATE TABLE request_idempotency (
    id BIGINT NOT NULL AUTO_INCREMENT,
    scope VARCHAR(64) NOT NULL,
    request_id VARCHAR(64) NOT NULL,
    requester VARBINARY(512) NULL,
    fingerprint CHAR(64) NOT NULL,
    operation_id VARCHAR(36) NULL,
    response_status INT NULL,
    response_body MEDIUMTEXT NULL,
    state VARCHAR(12) NOT NULL DEFAULT 'PROCESSING',
    expires_at DATETIME(6) NOT NULL,
    created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    PRIMARY KEY (id),
    UNIQUE KEY uk_idempotency (scope, request_id),
    KEY ix_idempotency_expires (expires_at),
    CONSTRAINT ck_idempotency_state CHECK (state IN ('PROCESSING', 'DONE'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
