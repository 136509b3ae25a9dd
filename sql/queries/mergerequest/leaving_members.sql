-- Asked to be withdrawn, or of no use any more: neither fails with its batch nor queues again.
SELECT o.operation_id
FROM merge_batch_request r
JOIN operation o ON o.operation_id = r.operation_id
WHERE r.batch_id = :batch AND (o.withdraw_requested_at IS NOT NULL OR o.expires_at < CURRENT_TIMESTAMP(6))
