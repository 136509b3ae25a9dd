-- One recovery action of an operator: its plan, who asked, who confirmed, what came of it.
CREATE TABLE ops_action (
    action_id VARCHAR(36) NOT NULL,
    request_key VARCHAR(64) NULL,
    bulk_id VARCHAR(64) NULL,
    action VARCHAR(32) NOT NULL,
    plan_hash CHAR(64) NOT NULL,
    items MEDIUMTEXT NOT NULL,
    parameters MEDIUMTEXT NULL,
    reason VARCHAR(2000) NULL,
    state VARCHAR(20) NOT NULL,
    results MEDIUMTEXT NULL,
    requested_by VARBINARY(512) NOT NULL,
    confirmed_by VARBINARY(512) NULL,
    trace_id VARCHAR(64) NULL,
    expires_at DATETIME(6) NULL,
    version INT NOT NULL DEFAULT 1,
    created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    updated_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
    PRIMARY KEY (action_id),
    UNIQUE KEY uk_action_request (request_key),
    KEY ix_action_bulk (bulk_id),
    KEY ix_action_state (state, created_at, action_id),
    KEY ix_action_created (created_at, action_id),
    -- Two persons are two persons.
    CONSTRAINT ck_action_confirmed CHECK (confirmed_by IS NULL OR confirmed_by <> requested_by)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
