INSERT INTO batch_member_history (batch_id, operation_id, outcome, at)
SELECT batch_id, operation_id, :outcome, CURRENT_TIMESTAMP(6)
FROM merge_batch_request
WHERE operation_id IN (:operations)
