-- The oldest request of the partition that still looks for the proof of its deployment: receipts from its time on are needed. From the few
-- that are merged and not yet validated, never from all that the partition ever had.
SELECT STRAIGHT_JOIN CAST(COALESCE(MIN(o.created_at), '9999-12-31') AS CHAR) AS at
FROM binding b FORCE INDEX (ix_binding_status)
JOIN operation o ON o.operation_id = b.operation_id
WHERE b.status = 'MERGED' AND o.partition_key = :partition
