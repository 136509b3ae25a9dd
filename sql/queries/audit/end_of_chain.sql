-- Locked, so that sealers form a line; the unique seq catches the two that find an empty chain.
SELECT seq, hash
FROM audit_log
WHERE seq IS NOT NULL
ORDER BY seq DESC
LIMIT 1
FOR UPDATE
