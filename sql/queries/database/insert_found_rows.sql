INSERT INTO slipway_found_rows (x) VALUES (1)
