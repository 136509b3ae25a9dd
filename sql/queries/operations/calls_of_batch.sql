SELECT id, operation, request_summary, CAST(sent_at AS CHAR) AS sent_at, CAST(answered_at AS CHAR) AS answered_at, status, outcome, settled_by,
    CAST(settled_at AS CHAR) AS settled_at, instance, attempt
FROM remote_call
WHERE subject_kind = 'batch' AND subject_ref = :batch
ORDER BY id DESC
LIMIT 200
