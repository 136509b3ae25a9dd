SELECT operation_id, step_status, subject_id, target_key, kind, flow, mr_iid, requester, reason, CAST(expires_at AS CHAR) AS expires_at,
    TIMESTAMPDIFF(MICROSECOND, updated_at, CURRENT_TIMESTAMP(6)) DIV 1000 AS age_ms
FROM operation
WHERE operation_id = :operation
