-- What the repository holds for one subject, by target. A grant stands from the moment its attempt landed.
SELECT b.target_key, b.effective_operation_id, b.effective_params, CAST(b.effective_expires_at AS CHAR) AS effective_expires_at,
    (SELECT CAST(MIN(h.at) AS CHAR) FROM operation_history h
     WHERE h.operation_id = b.effective_operation_id AND h.to_status = 'MERGED') AS since
FROM binding b
WHERE b.subject_id = :subject AND b.effective_operation_id IS NOT NULL AND b.target_key > :after
ORDER BY b.target_key
LIMIT :limit
