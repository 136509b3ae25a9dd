INSERT INTO batch_member_history (batch_id, operation_id, outcome, at)
SELECT :batch, operation_id, 'MERGED', CURRENT_TIMESTAMP(6)
FROM operation
WHERE operation_id IN (:operations)
