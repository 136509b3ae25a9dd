-- Operation first, then binding: the lock order of every transition.
SELECT operation_id, step_status, binding_status, version, batch_id
FROM operation
WHERE operation_id = :operation
FOR UPDATE
