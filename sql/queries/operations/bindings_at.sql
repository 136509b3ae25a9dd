-- What the repository held at that time and had not expired: the last landing of each relation up to then, if it bound. The present row
-- is shown beside it.
SELECT b.subject_id, b.target_key, b.status, b.operation_id, o.operation_id AS effective_operation_id, o.params AS effective_params,
    CAST(o.expires_at AS CHAR) AS effective_expires_at, b.version, CAST(h.at AS CHAR) AS updated_at
FROM binding b
JOIN operation o ON o.subject_id = b.subject_id AND o.target_key = b.target_key AND o.kind = 'bind'
JOIN operation_history h ON h.operation_id = o.operation_id AND h.to_status = 'MERGED' AND COALESCE(h.from_status, '') <> 'MERGED'
WHERE h.at <= :at AND (o.expires_at IS NULL OR o.expires_at > :at)
    AND (b.subject_id > :after_subject OR (b.subject_id = :after_subject AND b.target_key > :after_target))
    AND (:subject IS NULL OR b.subject_id = :subject)
    AND (:target IS NULL OR b.target_key = :target)
    AND NOT EXISTS (
        SELECT 1
        FROM operation later
        JOIN operation_history landed ON landed.operation_id = later.operation_id AND landed.to_status = 'MERGED'
            AND COALESCE(landed.from_status, '') <> 'MERGED'
        WHERE later.subject_id = b.subject_id AND later.target_key = b.target_key AND later.operation_id <> o.operation_id
            AND landed.at <= :at AND (landed.at > h.at OR (landed.at = h.at AND landed.id > h.id)))
ORDER BY b.subject_id, b.target_key
LIMIT :limit
