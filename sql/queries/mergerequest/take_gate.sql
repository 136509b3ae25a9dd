UPDATE partition_state
SET gate_owner = :owner, gate_token = gate_token + 1, gate_until = TIMESTAMPADD(MICROSECOND, :lease_us, CURRENT_TIMESTAMP(6))
WHERE partition_key = :partition
    AND (gate_owner = :owner OR (mode = 'OPEN' AND (gate_owner IS NULL OR gate_until IS NULL OR gate_until < CURRENT_TIMESTAMP(6))))
