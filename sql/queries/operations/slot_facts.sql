SELECT partition_key, id, status, phase, CAST(updated_at AS CHAR) AS since
FROM merge_batch
WHERE active_slot IS NOT NULL
