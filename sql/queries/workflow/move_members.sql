-- Set-wise: every member of the batch that stands in exactly this pair and still owns its binding. The stamp marks what this call moved.
UPDATE operation o
SET o.step_status = :to_step, o.binding_status = :to_status, o.version = o.version + 1, o.updated_at = :stamp
WHERE o.batch_id = :batch AND o.step_status = :from_step AND o.binding_status = :from_status
    AND EXISTS (SELECT 1 FROM binding b WHERE b.operation_id = o.operation_id)
