-- Only while it owns its binding: a replaced attempt is frozen and nothing of it moves any more. Members of an active batch move with
-- their batch only; one that failed with its batch may be closed by itself.
SELECT o.operation_id, o.partition_key, o.flow, o.step_status, o.binding_status, o.version, o.mr_iid, o.branch, o.base_sha, o.head_sha,
    o.validated_tree, o.merge_sha, o.rebases, o.failure_code, o.approved_at IS NOT NULL AS approved, o.verified_at IS NOT NULL AS verified,
    CAST(o.created_at AS CHAR) AS created_at
FROM operation o
JOIN binding b ON b.operation_id = o.operation_id
WHERE o.operation_id = :operation
    AND NOT EXISTS (SELECT 1 FROM merge_batch m WHERE m.id = o.batch_id AND m.status IN (1, 4))
