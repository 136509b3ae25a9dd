-- A half of a split batch names the batch whose members it holds.
UPDATE merge_batch
SET branch = :branch, member_count = :members,
    parent_batch_id = CASE WHEN :is_half = 1 THEN
        (SELECT MAX(h.batch_id) FROM batch_member_history h WHERE h.operation_id = :first_member AND h.outcome = 'REQUEUED') END
WHERE id = :batch
