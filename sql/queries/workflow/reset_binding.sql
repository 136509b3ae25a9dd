-- In-place reset for a new attempt: only from the exact owner, status and version that were read.
UPDATE binding
SET operation_id = :operation, status = :status, version = version + 1, expires_at = :expires_at, updated_at = CURRENT_TIMESTAMP(6)
WHERE subject_id = :subject AND target_key = :target AND operation_id = :replaced AND status = :replaced_status AND version = :version
