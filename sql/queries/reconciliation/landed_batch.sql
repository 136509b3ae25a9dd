-- A batch that failed and was merged by a person afterwards has its landing in its members only.
SELECT m.id, m.partition_key, m.mr_iid,
    COALESCE(m.merge_sha, (SELECT MAX(o.merge_sha) FROM operation o WHERE o.batch_id = m.id AND o.step_status IN (10103, 10302, 10506))) AS merge_sha,
    COALESCE(
        (SELECT TIMESTAMPDIFF(MICROSECOND, MIN(h.at), CURRENT_TIMESTAMP(6)) DIV 1000
            FROM merge_batch_history h WHERE h.batch_id = m.id AND h.to_phase = 'VERIFY'),
        (SELECT TIMESTAMPDIFF(MICROSECOND, MIN(o.updated_at), CURRENT_TIMESTAMP(6)) DIV 1000
            FROM operation o WHERE o.batch_id = m.id AND o.step_status IN (10103, 10506))) AS age_ms,
    (SELECT COUNT(*) FROM operation o WHERE o.batch_id = m.id AND o.step_status IN (10103, 10506)) AS awaiting
FROM merge_batch m
WHERE m.id = :batch
