SELECT id
FROM request_idempotency FORCE INDEX (ix_idempotency_expires)
WHERE expires_at < CURRENT_TIMESTAMP(6)
ORDER BY expires_at
LIMIT :limit
