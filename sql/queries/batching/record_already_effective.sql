INSERT INTO batch_member_history (batch_id, operation_id, outcome, at)
SELECT r.batch_id, r.operation_id, 'ALREADY_EFFECTIVE', CURRENT_TIMESTAMP(6)
FROM merge_batch_request r
JOIN operation o ON o.operation_id = r.operation_id
WHERE r.operation_id IN (:operations) AND o.already_effective = 0
