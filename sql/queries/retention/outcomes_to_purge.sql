-- Exactly the moves that purge_request_history takes away and outcomes_between counts.
SELECT to_status AS status, COUNT(*) AS n
FROM operation_history
WHERE operation_id IN (:ids) AND NOT (to_status = 'MERGED' AND COALESCE(from_status, '') <> 'MERGED')
    AND (from_status IS NULL OR from_status <> to_status)
GROUP BY to_status
ORDER BY to_status
