-- Append-only: who was in which batch, and how that ended. It outlives the waiting rows, which are deleted.
CREATE TABLE batch_member_history (
    id BIGINT NOT NULL AUTO_INCREMENT,
    batch_id BIGINT NOT NULL,
    operation_id VARCHAR(36) NOT NULL,
    outcome VARCHAR(20) NOT NULL,
    at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    PRIMARY KEY (id),
    KEY ix_batch_member_batch (batch_id, operation_id),
    KEY ix_batch_member_operation (operation_id, id),
    CONSTRAINT ck_batch_member_outcome CHECK (outcome IN ('CLAIMED', 'ALREADY_EFFECTIVE', 'LEFT', 'MERGED', 'FAILED', 'REQUEUED'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
