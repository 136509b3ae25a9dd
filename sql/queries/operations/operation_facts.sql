-- Everything about these requests that a diagnosis asks for and that stands in their own rows. has_later_deploy: what lands in one partition
-- lands one after the other, so a successful deploy of what landed later certainly contains this.
SELECT o.operation_id, o.flow, o.step_status, o.binding_status, o.version, o.partition_key, o.batch_id, o.head_sha, o.base_sha, o.branch,
    o.merge_sha, COALESCE(o.mr_iid, m.mr_iid) AS mr_iid, o.failure_code, o.failure_detail, CAST(o.updated_at AS CHAR) AS updated_at,
    TIMESTAMPDIFF(MICROSECOND, o.updated_at, CURRENT_TIMESTAMP(6)) DIV 1000 AS age_ms,
    CASE WHEN o.approved_at IS NULL THEN 0 ELSE 1 END AS approved,
    CASE WHEN o.withdraw_requested_at IS NULL THEN 0 ELSE 1 END AS withdraw_requested,
    CASE WHEN b.operation_id IS NULL THEN 0 ELSE 1 END AS owns,
    CASE WHEN o.batch_id IS NULL AND EXISTS (SELECT 1 FROM finding f
        WHERE f.code = 'TREE_MISMATCH' AND f.open_subject = CONCAT('operation:', o.operation_id)) THEN 1 ELSE 0 END AS tree_mismatch,
    CASE WHEN o.step_status = 10406 AND EXISTS (
        SELECT 1
        FROM operation f
        WHERE f.subject_id = o.subject_id AND f.target_key = o.target_key AND f.kind = o.kind AND f.params <=> o.params
            AND f.expires_at <=> o.expires_at AND f.failed_alone_at IS NOT NULL) THEN 1 ELSE 0 END AS quarantined,
    (SELECT MAX(a.examine_id) FROM approval a WHERE a.operation_id = o.operation_id AND a.state = 0) AS approval_id,
    CASE WHEN o.step_status = 10103 AND EXISTS (
        SELECT 1
        FROM merge_batch later
        JOIN deploy_receipt d ON d.partition_key = later.partition_key AND d.result = 'success'
            AND (d.sha = later.merge_sha OR d.mr_iid = later.mr_iid)
        WHERE later.partition_key = o.partition_key AND later.id > o.batch_id AND later.merge_sha IS NOT NULL
            AND d.received_at > o.updated_at) THEN 1
        WHEN o.step_status = 10103 AND EXISTS (
        SELECT 1
        FROM deploy_receipt d
        JOIN operation later ON later.partition_key = d.partition_key AND later.mr_iid = d.mr_iid AND NOT later.mr_iid <=> o.mr_iid
        JOIN operation_history h ON h.operation_id = later.operation_id AND h.to_step = 10103 AND h.at > o.updated_at
        WHERE d.partition_key = o.partition_key AND d.result = 'success' AND d.received_at > o.updated_at) THEN 1
        ELSE 0 END AS has_later_deploy
FROM operation o
LEFT JOIN binding b ON b.operation_id = o.operation_id
LEFT JOIN merge_batch m ON m.id = o.batch_id
WHERE o.operation_id IN (:operations)
