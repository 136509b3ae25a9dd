UPDATE remote_call
SET settled_by = :by, settled_at = CURRENT_TIMESTAMP(6)
WHERE subject_kind = :subject_kind AND subject_ref = :subject_ref AND settled_at IS NULL AND (outcome IS NULL OR outcome = 'UNKNOWN')
