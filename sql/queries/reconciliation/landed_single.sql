SELECT o.operation_id, o.partition_key, o.mr_iid, o.merge_sha,
    (SELECT TIMESTAMPDIFF(MICROSECOND, MIN(h.at), CURRENT_TIMESTAMP(6)) DIV 1000
        FROM operation_history h WHERE h.operation_id = o.operation_id AND h.to_step = 10103) AS age_ms,
    CASE WHEN o.step_status IN (10103, 10506) THEN 1 ELSE 0 END AS awaiting
FROM operation o
WHERE o.operation_id = :operation
