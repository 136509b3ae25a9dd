-- Every authentic callback, once per (source, event_id). Only a processed one counts as a duplicate: what failed may be sent again.
CREATE TABLE callback_receipt (
    id BIGINT NOT NULL AUTO_INCREMENT,
    source VARCHAR(16) NOT NULL,
    event_id VARBINARY(255) NOT NULL,
    received_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    processed_at DATETIME(6) NULL,
    outcome VARCHAR(32) NULL,
    operation_id VARCHAR(36) NULL,
    body MEDIUMTEXT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY uk_callback (source, event_id),
    KEY ix_callback_operation (operation_id, id),
    KEY ix_callback_received (received_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
