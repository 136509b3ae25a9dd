SELECT id, event_id, CAST(at AS CHAR) AS at, actor, action, subject_kind, subject_ref, outcome, reason, parameters, trace_id, seq
FROM audit_log
WHERE id < :before
    AND (:actor IS NULL OR actor = :actor)
    AND (:action IS NULL OR action = :action)
    AND (:kind IS NULL OR subject_kind = :kind)
    AND (:ref IS NULL OR subject_ref = :ref)
    AND (:since IS NULL OR at >= :since)
    AND (:until IS NULL OR at < :until)
ORDER BY id DESC
LIMIT :limit
