-- What all instances together let through for one subject of a limit in one window. window_start and ends_at are Unix seconds of this
-- server's clock, because that is the one all instances share. key_hash is SHA-256 of bucket, subject and length of the window.
CREATE TABLE rate_window (
    key_hash CHAR(64) NOT NULL,
    window_start BIGINT NOT NULL,
    taken INT NOT NULL,
    ends_at BIGINT NOT NULL,
    PRIMARY KEY (key_hash, window_start),
    KEY ix_rate_window_ends (ends_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
