SELECT operation_id, step_status
FROM operation
WHERE step_status IN (10401, 10402, 10504, 10406) AND expires_at IS NOT NULL AND expires_at < CURRENT_TIMESTAMP(6) AND mr_iid IS NULL
LIMIT 500
