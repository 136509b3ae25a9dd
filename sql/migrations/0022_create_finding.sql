-- What the auditor and the readers of the forge found to be not as it should. While unresolved, one row per (code, subject).
CREATE TABLE finding (
    id BIGINT NOT NULL AUTO_INCREMENT,
    code VARCHAR(48) NOT NULL,
    subject VARBINARY(512) NOT NULL,
    open_subject VARBINARY(512) GENERATED ALWAYS AS (CASE WHEN resolved_at IS NULL THEN subject END) STORED,
    detail MEDIUMTEXT NULL,
    seen_count INT NOT NULL DEFAULT 1,
    first_seen_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    last_seen_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    resolved_at DATETIME(6) NULL,
    resolved_by VARCHAR(255) NULL,
    PRIMARY KEY (id),
    UNIQUE KEY uk_open_finding (code, open_subject),
    KEY ix_finding_seen (last_seen_at, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
