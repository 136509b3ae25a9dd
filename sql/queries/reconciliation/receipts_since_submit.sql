-- What the deploy pipeline said since this request was submitted; what it said before cannot be about it. Newest first, bounded.
SELECT d.mr_iid, d.sha, d.operation_ids, d.result, TIMESTAMPDIFF(MICROSECOND, d.received_at, CURRENT_TIMESTAMP(6)) DIV 1000 AS age_ms
FROM deploy_receipt d
JOIN operation o ON o.operation_id = :operation
WHERE d.partition_key = :partition AND d.received_at >= o.created_at
ORDER BY d.received_at DESC, d.id DESC
LIMIT 50
