-- Several of no one batch that stand in exactly this pair and still own their bindings. They are locked.
UPDATE operation o
SET o.step_status = :to_step, o.binding_status = :to_status, o.version = o.version + 1, o.updated_at = :stamp
WHERE o.operation_id IN (:operations) AND o.step_status = :from_step AND o.binding_status = :from_status
    AND EXISTS (SELECT 1 FROM binding b WHERE b.operation_id = o.operation_id)
