INSERT INTO binding (subject_id, target_key, operation_id, status, version, expires_at, updated_at)
VALUES (:subject, :target, :operation, :status, 1, :expires_at, CURRENT_TIMESTAMP(6))
