SELECT CAST(m.id AS CHAR) AS reference
FROM merge_batch m
LEFT JOIN workflow_task t ON t.kind = 'batch.advance' AND t.ref = CONVERT(CAST(m.id AS CHAR) USING ascii)
WHERE m.active_slot IS NOT NULL AND t.id IS NULL
