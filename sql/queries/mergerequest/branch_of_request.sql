SELECT partition_key, branch, head_sha, TIMESTAMPDIFF(MICROSECOND, updated_at, CURRENT_TIMESTAMP(6)) DIV 1000 AS age_ms
FROM operation
WHERE operation_id = :operation AND batch_id IS NULL AND branch IS NOT NULL AND head_sha IS NOT NULL
    AND (step_status = 10202 OR binding_status IN ('MERGED', 'VALIDATED'))
