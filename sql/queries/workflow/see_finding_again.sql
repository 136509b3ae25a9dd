UPDATE finding
SET seen_count = seen_count + 1, last_seen_at = CURRENT_TIMESTAMP(6), detail = :detail
WHERE code = :code AND subject = :subject AND resolved_at IS NULL
