-- Hot configuration keys when config.source is "database". A key without a row has its default.
CREATE TABLE runtime_config (
    name VARCHAR(128) NOT NULL,
    value MEDIUMTEXT NULL,
    version INT NOT NULL DEFAULT 1,
    changed_by VARCHAR(255) NULL,
    changed_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
    PRIMARY KEY (name)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
