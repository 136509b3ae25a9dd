-- Append-only. Rows are sealed one by one after they are written, so that writers do not queue for the chain's end: seq, prev_hash and
-- hash stay NULL until then. sql/queries/audit/ and the invariant i14 hold the one formula.
CREATE TABLE audit_log (
    id BIGINT NOT NULL AUTO_INCREMENT,
    event_id VARCHAR(64) NOT NULL,
    at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    actor VARCHAR(255) NOT NULL,
    action VARCHAR(48) NOT NULL,
    subject_kind VARCHAR(16) NOT NULL,
    subject_ref VARCHAR(64) NOT NULL,
    outcome VARCHAR(24) NOT NULL,
    reason VARCHAR(2000) NULL,
    parameters MEDIUMTEXT NULL,
    trace_id VARCHAR(64) NULL,
    instance VARCHAR(64) NOT NULL,
    seq BIGINT NULL,
    prev_hash CHAR(64) NULL,
    hash CHAR(64) NULL,
    PRIMARY KEY (id),
    UNIQUE KEY uk_audit_event (event_id),
    UNIQUE KEY uk_audit_seq (seq),
    KEY ix_audit_subject (subject_kind, subject_ref, id),
    KEY ix_audit_actor (actor, id),
    KEY ix_audit_at (at, id),
    CONSTRAINT ck_audit_sealed CHECK ((seq IS NULL) = (hash IS NULL) AND (seq IS NULL) = (prev_hash IS NULL))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
