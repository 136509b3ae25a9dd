-- When each request landed stays for ever, one row each: what the repository held at a time is read from it.
DELETE FROM operation_history
WHERE operation_id IN (:ids) AND NOT (to_status = 'MERGED' AND COALESCE(from_status, '') <> 'MERGED')
