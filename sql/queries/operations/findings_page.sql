SELECT id, code, subject, detail, seen_count, CAST(first_seen_at AS CHAR) AS first_seen_at, CAST(last_seen_at AS CHAR) AS last_seen_at,
    CAST(resolved_at AS CHAR) AS resolved_at, resolved_by
FROM finding
WHERE id < :before AND (:code IS NULL OR code = :code)
    AND (:open IS NULL OR (:open = 1 AND resolved_at IS NULL) OR (:open = 0 AND resolved_at IS NOT NULL))
ORDER BY id DESC
LIMIT :limit
