-- Nobody may land any more what has run out before anything landed of it. From the claim on, expiry waits until it has.
SELECT operation_id, step_status, CASE WHEN mr_iid IS NULL THEN 0 ELSE 1 END AS has_mr
FROM operation
WHERE step_status IN (10401, 10402, 10504, 10406) AND expires_at IS NOT NULL AND expires_at < CURRENT_TIMESTAMP(6)
LIMIT 500
