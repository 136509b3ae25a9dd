-- No row: the operation was replaced and is frozen.
SELECT operation_id, status, version
FROM binding
WHERE operation_id = :operation
FOR UPDATE
