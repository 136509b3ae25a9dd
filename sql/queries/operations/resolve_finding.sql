UPDATE finding
SET resolved_at = CURRENT_TIMESTAMP(6), resolved_by = :by
WHERE code = :code AND subject = :subject AND resolved_at IS NULL
