-- The ambiguity ledger: written before a call that changes the forge or the approval system, completed by its answer, and settled by
-- the read that found out what an unknown answer had meant. outcome NULL is a call in flight.
CREATE TABLE remote_call (
    id BIGINT NOT NULL AUTO_INCREMENT,
    operation VARCHAR(32) NOT NULL,
    subject_kind VARCHAR(16) NOT NULL,
    subject_ref VARCHAR(64) NOT NULL,
    request_summary VARCHAR(1000) NULL,
    sent_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    answered_at DATETIME(6) NULL,
    status INT NULL,
    outcome VARCHAR(12) NULL,
    detail MEDIUMTEXT NULL,
    settled_by VARCHAR(255) NULL,
    settled_at DATETIME(6) NULL,
    instance VARCHAR(64) NOT NULL,
    attempt INT NOT NULL DEFAULT 1,
    PRIMARY KEY (id),
    KEY ix_remote_call_subject (subject_kind, subject_ref, id),
    KEY ix_remote_call_outcome (outcome, sent_at),
    KEY ix_remote_call_sent (sent_at),
    CONSTRAINT ck_remote_call_outcome CHECK (outcome IN ('DONE', 'REFUSED', 'UNKNOWN', 'NOT_SENT'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
