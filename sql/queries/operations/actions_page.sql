-- Newest first; a page goes on where the one before it ended.
SELECT action_id, request_key, bulk_id, action, plan_hash, items, parameters, reason, state, results, requested_by, confirmed_by, trace_id, version,
    CAST(expires_at AS CHAR) AS expires_at, CAST(created_at AS CHAR) AS created_at, CAST(updated_at AS CHAR) AS updated_at,
    CASE WHEN expires_at IS NOT NULL AND expires_at < CURRENT_TIMESTAMP(6) THEN 1 ELSE 0 END AS is_expired
FROM ops_action
WHERE (:state IS NULL OR state = :state) AND (:bulk_id IS NULL OR bulk_id = :bulk_id)
    AND (created_at < :before OR (created_at = :before AND action_id < :before_id))
ORDER BY created_at DESC, action_id DESC
LIMIT :limit
