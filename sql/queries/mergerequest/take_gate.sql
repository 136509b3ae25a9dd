-- Free, mine already, run out, or held by a batch that has ended or a request that is not between rebase and merge: who failed behind
-- the gate must not hold up the next one.
UPDATE partition_state
SET gate_owner = :owner, gate_token = gate_token + 1, gate_until = TIMESTAMPADD(MICROSECOND, :lease_us, CURRENT_TIMESTAMP(6))
WHERE partition_key = :partition
    AND (gate_owner = :owner
        OR (mode = 'OPEN' AND (gate_owner IS NULL OR gate_until IS NULL OR gate_until < CURRENT_TIMESTAMP(6)
            OR NOT (EXISTS (SELECT 1 FROM merge_batch m
                WHERE m.active_slot = partition_state.partition_key AND CONCAT('batch:', m.id) = partition_state.gate_owner)
                OR EXISTS (SELECT 1 FROM operation o
                    WHERE o.operation_id = SUBSTRING(partition_state.gate_owner, 11) AND partition_state.gate_owner LIKE 'operation:%'
                        AND o.step_status IN (10101, 10102, 10110, 10113, 10114, 10501, 10503, 10505))))))
