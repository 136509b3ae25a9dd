-- I8: history is one chain, each row begins where the one before it ended, the first begins nowhere, and the last ends in the present
-- pair. That each step is in the table of transitions is checked by the program, which holds that table. Where history was purged, only
-- the landing is left of it.
SELECT operation_id AS subject, CONCAT('history row ', id, ' does not begin where the row before it ended') AS problem
FROM (SELECT id, operation_id, from_step, from_status,
          LAG(to_step) OVER (PARTITION BY operation_id ORDER BY version) AS previous_step,
          LAG(to_status) OVER (PARTITION BY operation_id ORDER BY version) AS previous_status
      FROM operation_history) chain
WHERE (COALESCE(from_step, 0) <> COALESCE(previous_step, 0) OR COALESCE(from_status, '') <> COALESCE(previous_status, ''))
    AND NOT EXISTS (SELECT 1 FROM operation purged
                    WHERE purged.operation_id = chain.operation_id AND purged.history_purged_at IS NOT NULL)
UNION ALL
SELECT o.operation_id, CONCAT('history ends in ', h.to_step, '/', h.to_status, ', not in ', o.step_status, '/', o.binding_status)
FROM operation o
JOIN operation_history h ON h.operation_id = o.operation_id
    AND h.version = (SELECT MAX(version) FROM operation_history WHERE operation_id = o.operation_id)
WHERE (h.to_step <> o.step_status OR h.to_status <> o.binding_status) AND o.history_purged_at IS NULL
UNION ALL
SELECT o.operation_id, 'has no history'
FROM operation o
WHERE o.history_purged_at IS NULL AND NOT EXISTS (SELECT 1 FROM operation_history h WHERE h.operation_id = o.operation_id)
UNION ALL
SELECT CONCAT('batch ', b.id), CONCAT('history ends in ', h.to_status, '/', h.to_phase, ', not in ', b.status, '/', b.phase)
FROM merge_batch b
JOIN merge_batch_history h ON h.batch_id = b.id
    AND h.version = (SELECT MAX(version) FROM merge_batch_history WHERE batch_id = b.id)
WHERE h.to_status <> b.status OR h.to_phase <> b.phase
