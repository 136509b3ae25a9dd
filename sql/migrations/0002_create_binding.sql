-- The relation between a subject and a target. Its operation_id names the attempt that owns it now; a new attempt takes the row
-- over in place. effective_* is what the repository holds.
CREATE TABLE binding (
    id BIGINT NOT NULL AUTO_INCREMENT,
    subject_id VARBINARY(512) NOT NULL,
    target_key VARBINARY(512) NOT NULL,
    operation_id VARCHAR(36) NOT NULL,
    status VARCHAR(20) NOT NULL,
    version INT NOT NULL DEFAULT 1,
    expires_at DATETIME(6) NULL,
    effective_operation_id VARCHAR(36) NULL,
    effective_params MEDIUMTEXT NULL,
    effective_expires_at DATETIME(6) NULL,
    created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    updated_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    PRIMARY KEY (id),
    UNIQUE KEY uk_binding (subject_id, target_key),
    UNIQUE KEY uk_binding_operation (operation_id),
    KEY ix_binding_target (target_key, subject_id),
    KEY ix_binding_status (status, updated_at),
    KEY ix_binding_effective_expires (effective_expires_at),
    KEY ix_binding_effective_operation (effective_operation_id),
    CONSTRAINT ck_binding_names CHECK (OCTET_LENGTH(subject_id) > 0 AND OCTET_LENGTH(target_key) > 0),
    CONSTRAINT ck_binding_status CHECK (status IN ('APPROVAL_SENDING', 'APPROVAL_SENT', 'QUEUED', 'MR_CREATING', 'MR_CREATED', 'MERGING', 'MERGED',
        'VALIDATED', 'CREATE_FAILED', 'HANDLE_FAILED', 'REJECTED', 'CLOSED'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
