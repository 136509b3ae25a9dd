-- One voice per approver; the unique key makes the second click a repeat. decision: 1 accept, 2 reject.
CREATE TABLE approval_vote (
    id BIGINT NOT NULL AUTO_INCREMENT,
    examine_id VARCHAR(36) NOT NULL,
    approver VARBINARY(512) NOT NULL,
    decision TINYINT NOT NULL,
    notes VARCHAR(2000) NULL,
    entry VARCHAR(8) NOT NULL,
    at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    PRIMARY KEY (id),
    UNIQUE KEY uk_vote (examine_id, approver),
    CONSTRAINT ck_vote_decision CHECK (decision IN (1, 2)),
    CONSTRAINT ck_vote_entry CHECK (entry IN ('web', 'card'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
