-- What the deploy pipeline told us. Asked again when a member becomes MERGED, because a callback may be early.
CREATE TABLE deploy_receipt (
    id BIGINT NOT NULL AUTO_INCREMENT,
    project VARCHAR(255) NOT NULL,
    event_id VARBINARY(255) NOT NULL,
    partition_key VARBINARY(255) NOT NULL,
    mr_iid BIGINT NULL,
    sha CHAR(40) NULL,
    operation_ids MEDIUMTEXT NULL,
    result VARCHAR(12) NOT NULL,
    received_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    PRIMARY KEY (id),
    UNIQUE KEY uk_deploy_receipt (project, event_id),
    KEY ix_deploy_receipt_mr (partition_key, mr_iid),
    KEY ix_deploy_receipt_received (partition_key, received_at),
    CONSTRAINT ck_deploy_receipt_result CHECK (result IN ('success', 'failed'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
