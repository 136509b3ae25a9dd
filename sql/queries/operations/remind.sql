UPDATE approval SET reminded_at = CURRENT_TIMESTAMP(6), version = version + 1 WHERE examine_id = :approval AND state = 0
