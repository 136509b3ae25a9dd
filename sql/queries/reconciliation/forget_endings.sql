-- Renewed, removed or run out: nobody has to be told any more.
UPDATE finding f
SET f.resolved_at = CURRENT_TIMESTAMP(6), f.resolved_by = 'sweeper'
WHERE f.code = 'GRANT_ENDING' AND f.resolved_at IS NULL
    AND NOT EXISTS (SELECT 1
        FROM binding b
        WHERE b.effective_operation_id = CAST(SUBSTRING(f.subject, 7) AS CHAR) COLLATE utf8mb4_bin
            AND b.effective_expires_at > CURRENT_TIMESTAMP(6))
