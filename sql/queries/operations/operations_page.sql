-- Newest first; a page goes on where the one before it ended.
SELECT o.operation_id, o.requester, o.subject_id, o.target_key, o.kind, o.params, o.reason, CAST(o.expires_at AS CHAR) AS expires_at, o.flow,
    o.step_status, o.binding_status, o.version, o.batch_id, o.partition_key, COALESCE(o.mr_iid, m.mr_iid) AS mr_iid, m.project, o.failure_code,
    CASE WHEN b.operation_id IS NULL THEN 0 ELSE 1 END AS owns,
    CAST(o.created_at AS CHAR) AS created_at, CAST(o.updated_at AS CHAR) AS updated_at
FROM operation o
LEFT JOIN binding b ON b.operation_id = o.operation_id
LEFT JOIN merge_batch m ON m.id = o.batch_id
WHERE (o.created_at < :before OR (o.created_at = :before AND o.operation_id < :before_id))
    AND (:status IS NULL OR o.binding_status = :status)
    AND o.step_status BETWEEN :from_step AND :to_step
    AND (:subject IS NULL OR o.subject_id = :subject)
    AND (:target IS NULL OR o.target_key = :target)
    AND (:requester IS NULL OR o.requester = :requester)
    AND (:partition IS NULL OR o.partition_key = :partition)
    AND (:batch IS NULL OR o.batch_id = :batch)
    AND (:iid IS NULL OR COALESCE(o.mr_iid, m.mr_iid) = :iid)
    AND (:older_ms IS NULL OR o.updated_at < TIMESTAMPADD(MICROSECOND, -1000 * :older_ms, CURRENT_TIMESTAMP(6)))
ORDER BY o.created_at DESC, o.operation_id DESC
LIMIT :limit
