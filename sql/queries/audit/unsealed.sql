SELECT id
FROM audit_log
WHERE seq IS NULL
ORDER BY id
LIMIT :limit
