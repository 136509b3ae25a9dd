-- I12: VALIDATED only after MERGED, and what landed is recorded as what the repository holds.
SELECT o.operation_id AS subject, 'VALIDATED without ever having been MERGED' AS problem
FROM operation o
WHERE o.binding_status = 'VALIDATED'
    AND NOT EXISTS (SELECT 1 FROM operation_history h WHERE h.operation_id = o.operation_id AND h.to_status = 'MERGED')
UNION ALL
SELECT o.operation_id, 'landed, but its binding does not hold it as effective'
FROM operation o
JOIN binding b ON b.operation_id = o.operation_id
WHERE o.binding_status IN ('MERGED', 'VALIDATED') AND o.kind = 'bind'
    AND (b.effective_operation_id IS NULL OR b.effective_operation_id <> o.operation_id)
UNION ALL
SELECT o.operation_id, 'was removed, but its binding still holds something as effective'
FROM operation o
JOIN binding b ON b.operation_id = o.operation_id
WHERE o.binding_status IN ('MERGED', 'VALIDATED') AND o.kind = 'unbind' AND b.effective_operation_id IS NOT NULL
