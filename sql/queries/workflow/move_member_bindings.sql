UPDATE binding b
JOIN operation o ON o.operation_id = b.operation_id
SET b.status = :to_status, b.version = b.version + 1, b.updated_at = :stamp
WHERE o.batch_id = :batch AND o.step_status = :to_step AND o.binding_status = :to_status AND o.updated_at = :stamp
    AND b.status = :from_status
