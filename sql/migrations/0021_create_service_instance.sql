-- Who runs. loops is JSON: the last good tick of each loop.
CREATE TABLE service_instance (
    instance_id VARCHAR(64) NOT NULL,
    host VARCHAR(255) NOT NULL,
    pid BIGINT NOT NULL,
    version VARCHAR(64) NOT NULL,
    started_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    heartbeat_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    draining TINYINT NOT NULL DEFAULT 0,
    loops MEDIUMTEXT NULL,
    PRIMARY KEY (instance_id),
    KEY ix_instance_heartbeat (heartbeat_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
