SELECT expected_head FROM partition_state WHERE partition_key = :partition AND expected_head IS NOT NULL
