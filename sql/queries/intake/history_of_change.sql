SELECT CAST(at AS CHAR) AS at, event, cause, from_step, to_step, from_status, to_status
FROM operation_history
WHERE operation_id = :operation
ORDER BY version
