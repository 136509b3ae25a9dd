SELECT partition_key, mode, reason, changed_by, CAST(since AS CHAR) AS since, expected_head, version
FROM partition_state
