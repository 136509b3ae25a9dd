-- A request that waits for a batch (batch_id NULL) or is a member of an active or succeeded one. Deleted when it fails or leaves.
CREATE TABLE merge_batch_request (
    id BIGINT NOT NULL AUTO_INCREMENT,
    operation_id VARCHAR(36) NOT NULL,
    partition_key VARBINARY(255) NOT NULL,
    batch_id BIGINT NULL,
    split_group INT NULL,
    -- 0 hotfix, 100 normal: the lower goes first.
    priority SMALLINT NOT NULL DEFAULT 100,
    created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    PRIMARY KEY (id),
    UNIQUE KEY uk_waiting_operation (operation_id),
    KEY ix_waiting (partition_key, batch_id, split_group, priority, created_at, id),
    KEY ix_waiting_batch (batch_id),
    CONSTRAINT ck_waiting_partition CHECK (OCTET_LENGTH(partition_key) > 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
