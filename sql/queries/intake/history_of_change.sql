-- What was concluded and not told is said to be so.
SELECT CAST(at AS CHAR) AS at, event, cause, from_step, to_step, from_status, to_status,
    CASE WHEN cause = 'RECONCILE' AND detail LIKE 'inferred%' THEN 1 ELSE 0 END AS is_inferred
FROM operation_history
WHERE operation_id = :operation
ORDER BY version
