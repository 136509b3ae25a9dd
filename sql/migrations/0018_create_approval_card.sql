-- One row per card and person, with the revision it should show and the one it shows. card_type: 0 approval card, 1 applicant's notice.
CREATE TABLE approval_card (
    id BIGINT NOT NULL AUTO_INCREMENT,
    examine_id VARCHAR(36) NOT NULL,
    card_type TINYINT NOT NULL,
    recipient VARBINARY(512) NOT NULL,
    card_key VARCHAR(64) NOT NULL,
    provider_ref VARCHAR(255) NULL,
    desired_revision INT NOT NULL DEFAULT 1,
    shown_revision INT NOT NULL DEFAULT 0,
    desired_content MEDIUMTEXT NULL,
    state VARCHAR(12) NOT NULL DEFAULT 'PENDING',
    attempt INT NOT NULL DEFAULT 0,
    last_error TEXT NULL,
    created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    updated_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
    PRIMARY KEY (id),
    UNIQUE KEY uk_card (examine_id, card_type, recipient),
    UNIQUE KEY uk_card_key (card_key),
    KEY ix_card_state (state, updated_at),
    CONSTRAINT ck_card_type CHECK (card_type IN (0, 1)),
    CONSTRAINT ck_card_state CHECK (state IN ('PENDING', 'SHOWN', 'FAILED', 'FINAL')),
    CONSTRAINT ck_card_revision CHECK (shown_revision <= desired_revision)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
