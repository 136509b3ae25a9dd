-- What somebody read last about a merge request: a picture for people, never a ground to act on. One row per batch or request.
CREATE TABLE remote_reading (
    subject_kind VARCHAR(16) NOT NULL,
    subject_ref VARCHAR(64) NOT NULL,
    mr_iid BIGINT NULL,
    reading MEDIUMTEXT NOT NULL,
    read_by VARCHAR(255) NOT NULL,
    read_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    PRIMARY KEY (subject_kind, subject_ref)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
