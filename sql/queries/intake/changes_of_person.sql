-- Two index ranges instead of an OR over both columns; UNION takes out what stands in both.
SELECT o.operation_id, o.requester, o.subject_id, o.target_key, o.kind, o.params, o.reason, CAST(o.expires_at AS CHAR) AS expires_at,
    o.flow, o.step_status, o.binding_status, o.version, o.batch_id, CAST(o.created_at AS CHAR) AS created_at,
    CAST(o.updated_at AS CHAR) AS updated_at
FROM (
    (SELECT r.operation_id, r.created_at
     FROM operation r
     WHERE r.requester = :person AND r.created_at <= :before
         AND (r.created_at < :before OR r.operation_id < :before_operation)
         AND (:status IS NULL OR r.binding_status = :status) AND (:target IS NULL OR r.target_key = :target)
     ORDER BY r.created_at DESC, r.operation_id DESC
     LIMIT :limit)
    UNION
    (SELECT s.operation_id, s.created_at
     FROM operation s
     WHERE s.subject_id = :person AND s.created_at <= :before
         AND (s.created_at < :before OR s.operation_id < :before_operation)
         AND (:status IS NULL OR s.binding_status = :status) AND (:target IS NULL OR s.target_key = :target)
     ORDER BY s.created_at DESC, s.operation_id DESC
     LIMIT :limit)
) mine
JOIN operation o ON o.operation_id = mine.operation_id
ORDER BY o.created_at DESC, o.operation_id DESC
LIMIT :limit
