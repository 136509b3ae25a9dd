-- Our own merge advanced the target: the next holder of the gate expects it. The gate is free again.
UPDATE partition_state
SET expected_head = :sha, gate_owner = CASE WHEN gate_owner = :owner THEN NULL ELSE gate_owner END, version = version + 1
WHERE partition_key = :partition
