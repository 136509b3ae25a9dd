SELECT examine_id, operation_id, round, provider, state, rule, decided_by, CAST(decided_at AS CHAR) AS decided_at,
    CAST(sent_at AS CHAR) AS sent_at, CAST(reminded_at AS CHAR) AS reminded_at, CAST(expires_at AS CHAR) AS expires_at, version,
    CAST(created_at AS CHAR) AS created_at
FROM approval
WHERE (:state IS NULL OR state = :state) AND (:operation IS NULL OR operation_id = :operation)
    AND (created_at < :before OR (created_at = :before AND examine_id < :before_id))
ORDER BY created_at DESC, examine_id DESC
LIMIT :limit
