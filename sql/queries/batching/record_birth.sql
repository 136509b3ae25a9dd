INSERT INTO merge_batch_history (batch_id, version, from_status, to_status, from_phase, to_phase, cause, actor, detail, instance, at)
SELECT id, version, NULL, status, NULL, phase, :cause, :actor, NULL, :instance, CURRENT_TIMESTAMP(6)
FROM merge_batch
WHERE id = :batch
