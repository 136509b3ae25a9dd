-- Everything about these requests that a diagnosis asks for and that stands in their own rows. has_later_deploy: batches of one partition
-- land one after the other, so a successful deploy of a later one certainly contains this.
SELECT o.operation_id, o.flow, o.step_status, o.binding_status, o.version, o.partition_key, o.batch_id, o.head_sha, o.base_sha, o.branch,
    o.merge_sha, COALESCE(o.mr_iid, m.mr_iid) AS mr_iid, o.failure_code, o.failure_detail, CAST(o.updated_at AS CHAR) AS updated_at,
    TIMESTAMPDIFF(MICROSECOND, o.updated_at, CURRENT_TIMESTAMP(6)) DIV 1000 AS age_ms,
    CASE WHEN o.approved_at IS NULL THEN 0 ELSE 1 END AS approved,
    CASE WHEN o.withdraw_requested_at IS NULL THEN 0 ELSE 1 END AS withdraw_requested,
    CASE WHEN b.operation_id IS NULL THEN 0 ELSE 1 END AS owns,
    CASE WHEN o.batch_id IS NULL AND EXISTS (SELECT 1 FROM finding f
        WHERE f.code = 'TREE_MISMATCH' AND f.open_subject = CONCAT('operation:', o.operation_id)) THEN 1 ELSE 0 END AS tree_mismatch,
    (SELECT MAX(a.examine_id) FROM approval a WHERE a.operation_id = o.operation_id AND a.state = 0) AS approval_id,
    CASE WHEN o.step_status = 10103 AND EXISTS (
        SELECT 1
        FROM merge_batch later
        JOIN deploy_receipt d ON d.partition_key = later.partition_key AND d.result = 'success'
            AND (d.sha = later.merge_sha OR d.mr_iid = later.mr_iid)
        WHERE later.partition_key = o.partition_key AND later.id > o.batch_id AND later.merge_sha IS NOT NULL
            AND d.received_at > o.updated_at) THEN 1 ELSE 0 END AS has_later_deploy
FROM operation o
LEFT JOIN binding b ON b.operation_id = o.operation_id
LEFT JOIN merge_batch m ON m.id = o.batch_id
WHERE o.operation_id IN (:operations)
