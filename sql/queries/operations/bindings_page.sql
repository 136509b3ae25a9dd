SELECT subject_id, target_key, status, operation_id, effective_operation_id, effective_params,
    CAST(effective_expires_at AS CHAR) AS effective_expires_at, version, CAST(updated_at AS CHAR) AS updated_at
FROM binding
WHERE (subject_id > :after_subject OR (subject_id = :after_subject AND target_key > :after_target))
    AND (:subject IS NULL OR subject_id = :subject)
    AND (:target IS NULL OR target_key = :target)
ORDER BY subject_id, target_key
LIMIT :limit
