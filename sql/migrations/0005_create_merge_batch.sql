-- active_slot holds the partition while the batch is RUNNING (1) or BLOCKED (4) and is NULL otherwise: the unique key is the only
-- thing that admits one active batch per partition. Never REPLACE, INSERT IGNORE or ON DUPLICATE KEY here: they evict or hide
-- the holder.
-- updated_at is when status or phase last changed; other writes leave it.
CREATE TABLE merge_batch (
    id BIGINT NOT NULL AUTO_INCREMENT,
    partition_key VARBINARY(255) NOT NULL,
    status TINYINT NOT NULL,
    active_slot VARBINARY(255) GENERATED ALWAYS AS (CASE WHEN status IN (1, 4) THEN partition_key END) STORED,
    phase VARCHAR(16) NOT NULL,
    project VARCHAR(255) NULL,
    mr_iid BIGINT NULL,
    branch VARCHAR(255) NULL,
    base_sha CHAR(40) NULL,
    head_sha CHAR(40) NULL,
    validated_tree CHAR(40) NULL,
    merge_sha CHAR(40) NULL,
    version INT NOT NULL DEFAULT 1,
    attempt INT NOT NULL DEFAULT 0,
    rebases INT NOT NULL DEFAULT 0,
    member_count INT NOT NULL DEFAULT 0,
    parent_batch_id BIGINT NULL,
    triggered_by VARCHAR(255) NOT NULL,
    failure_code VARCHAR(48) NULL,
    message TEXT NULL,
    reached_created TINYINT NOT NULL DEFAULT 0,
    created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    updated_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    PRIMARY KEY (id),
    UNIQUE KEY uk_active_slot (active_slot),
    KEY ix_merge_batch_status (status, created_at, id),
    KEY ix_merge_batch_mr (partition_key, mr_iid),
    CONSTRAINT ck_merge_batch_status CHECK (status BETWEEN 1 AND 4),
    CONSTRAINT ck_merge_batch_phase CHECK (phase IN ('CLAIMED', 'BUILDING', 'PIPELINE', 'APPROVING', 'REBASING', 'REVALIDATING',
        'MERGING', 'VERIFY', 'SETTLING')),
    CONSTRAINT ck_merge_batch_partition CHECK (OCTET_LENGTH(partition_key) > 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
