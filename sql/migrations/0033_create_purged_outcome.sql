-- How many moves into each status were counted in history that was purged since: with what is left of it, the whole count.
CREATE TABLE purged_outcome (
    status VARCHAR(20) NOT NULL,
    moves BIGINT NOT NULL,
    PRIMARY KEY (status)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
