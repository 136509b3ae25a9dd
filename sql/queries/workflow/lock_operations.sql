-- In the order of the key: rivals over the same set wait for each other instead of dying.
SELECT operation_id, step_status, binding_status, version
FROM operation
WHERE operation_id IN (:operations)
ORDER BY operation_id
FOR UPDATE
