SELECT id, partition_key, status, phase, mr_iid, branch, base_sha, head_sha, validated_tree, merge_sha, version, attempt, rebases, member_count,
    reached_created, triggered_by, failure_code, message, CAST(created_at AS CHAR) AS created_at, CAST(updated_at AS CHAR) AS updated_at,
    TIMESTAMPDIFF(MICROSECOND, updated_at, CURRENT_TIMESTAMP(6)) DIV 1000 AS phase_age_ms, project
FROM merge_batch
WHERE id < :before AND (:status IS NULL OR status = :status) AND (:partition IS NULL OR partition_key = :partition)
ORDER BY id DESC
LIMIT :limit
