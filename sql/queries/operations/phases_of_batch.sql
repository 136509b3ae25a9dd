SELECT version, from_status, to_status, from_phase, to_phase, cause, actor, detail, instance, CAST(at AS CHAR) AS at
FROM merge_batch_history
WHERE batch_id = :batch
ORDER BY version
