-- A plain read: FOR UPDATE would make submitters wait. What changes meanwhile is noticed by claim_rows.
-- failed_alone: attempts with the very same content that failed in a batch of their own.
SELECT r.id, r.operation_id,
    (SELECT COUNT(*)
     FROM operation mine
     JOIN operation earlier ON earlier.subject_id = mine.subject_id AND earlier.target_key = mine.target_key
         AND earlier.kind = mine.kind AND earlier.params <=> mine.params AND earlier.expires_at <=> mine.expires_at
     WHERE mine.operation_id = r.operation_id AND earlier.failed_alone_at IS NOT NULL) AS failed_alone
FROM merge_batch_request r
WHERE r.partition_key = :partition AND r.batch_id IS NULL AND r.split_group <=> :split_group
ORDER BY r.priority, r.created_at, r.id
LIMIT :limit
