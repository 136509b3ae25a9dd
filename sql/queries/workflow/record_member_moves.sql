INSERT INTO operation_history
    (operation_id, version, event, cause, from_step, to_step, from_status, to_status, batch_id, actor, detail, instance, at)
SELECT o.operation_id, o.version, :event, :cause, :from_step, o.step_status, :from_status, o.binding_status, o.batch_id, :actor, :detail,
    :instance, CURRENT_TIMESTAMP(6)
FROM operation o
WHERE o.batch_id = :batch AND o.step_status = :to_step AND o.binding_status = :to_status AND o.updated_at = :stamp
