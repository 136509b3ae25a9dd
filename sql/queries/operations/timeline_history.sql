SELECT CAST(at AS CHAR) AS at, event, cause, from_step, to_step, to_status, actor, detail
FROM operation_history
WHERE operation_id = :operation
ORDER BY version
LIMIT 500
