-- What has landed is not at fault any more.
UPDATE operation earlier
JOIN operation o ON o.subject_id = earlier.subject_id AND o.target_key = earlier.target_key AND o.kind = earlier.kind
    AND o.params <=> earlier.params AND o.expires_at <=> earlier.expires_at
SET earlier.failed_alone_at = NULL
WHERE o.batch_id = :batch AND earlier.failed_alone_at IS NOT NULL
