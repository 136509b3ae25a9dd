-- In force, at an end within a week and past half of its life, nobody has been told, and nothing is under way for it.
SELECT b.subject_id, b.target_key, b.effective_operation_id, CAST(b.effective_expires_at AS CHAR) AS effective_expires_at, o.requester
FROM binding b
JOIN operation o ON o.operation_id = b.effective_operation_id
WHERE b.effective_expires_at > CURRENT_TIMESTAMP(6) AND b.effective_expires_at < TIMESTAMPADD(DAY, 7, CURRENT_TIMESTAMP(6))
    AND TIMESTAMPDIFF(MICROSECOND, CURRENT_TIMESTAMP(6), b.effective_expires_at)
        < TIMESTAMPDIFF(MICROSECOND, o.created_at, b.effective_expires_at) DIV 2
    AND b.status IN ('REJECTED', 'CLOSED', 'VALIDATED')
    AND NOT EXISTS (SELECT 1 FROM finding f WHERE f.code = 'GRANT_ENDING' AND f.subject = CONCAT('grant:', b.effective_operation_id))
ORDER BY b.effective_expires_at
LIMIT 200
