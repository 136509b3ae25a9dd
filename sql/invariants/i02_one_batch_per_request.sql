-- I2: a request is in at most one active or succeeded batch in all history, and its waiting row, its operation and history agree.
-- The last entry of a membership tells whether it still stands: LEFT, FAILED and REQUEUED end it.
SELECT h.operation_id AS subject, CONCAT('member of ', COUNT(*), ' active or succeeded batches') AS problem
FROM batch_member_history h
JOIN merge_batch b ON b.id = h.batch_id AND b.status IN (1, 2, 4)
WHERE h.outcome IN ('CLAIMED', 'ALREADY_EFFECTIVE', 'MERGED')
    AND NOT EXISTS (SELECT 1 FROM batch_member_history later
                    WHERE later.batch_id = h.batch_id AND later.operation_id = h.operation_id AND later.id > h.id)
GROUP BY h.operation_id
HAVING COUNT(*) > 1
UNION ALL
SELECT m.operation_id, CONCAT('claimed by batch ', m.batch_id, ' without a history entry')
FROM merge_batch_request m
WHERE m.batch_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM batch_member_history h WHERE h.batch_id = m.batch_id AND h.operation_id = m.operation_id)
UNION ALL
SELECT m.operation_id, CONCAT('still held by batch ', m.batch_id, ', which is failed or absent')
FROM merge_batch_request m
LEFT JOIN merge_batch b ON b.id = m.batch_id
WHERE m.batch_id IS NOT NULL AND (b.id IS NULL OR b.status = 3)
UNION ALL
SELECT m.operation_id, 'its waiting row and its operation name different batches'
FROM merge_batch_request m
JOIN operation o ON o.operation_id = m.operation_id
WHERE m.batch_id IS NOT NULL AND (o.batch_id IS NULL OR o.batch_id <> m.batch_id)
