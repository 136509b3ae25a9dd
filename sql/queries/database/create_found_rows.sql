-- For the proof that an UPDATE which changes nothing still counts what its guard matched.
CREATE TEMPORARY TABLE slipway_found_rows (x INT NOT NULL) ENGINE = InnoDB
