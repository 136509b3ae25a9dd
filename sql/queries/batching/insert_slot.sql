-- The unique active_slot is the judge: one RUNNING or BLOCKED batch per partition.
INSERT INTO merge_batch (partition_key, status, phase, triggered_by) VALUES (:partition, 1, 'CLAIMED', :actor)
