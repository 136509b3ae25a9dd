INSERT INTO operation_history
    (operation_id, version, event, cause, from_step, to_step, from_status, to_status, batch_id, actor, detail, instance, at)
SELECT operation_id, :version, :event, 'OPERATOR', :from_step, :to_step, :from_status, :to_status, NULL, :actor, :detail, :instance,
    CURRENT_TIMESTAMP(6)
FROM operation
WHERE operation_id IN (:operations)
