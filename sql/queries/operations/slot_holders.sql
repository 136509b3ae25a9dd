SELECT id, partition_key, status, phase, project, mr_iid, member_count, version,
    TIMESTAMPDIFF(MICROSECOND, created_at, CURRENT_TIMESTAMP(6)) DIV 1000 AS age_ms,
    TIMESTAMPDIFF(MICROSECOND, updated_at, CURRENT_TIMESTAMP(6)) DIV 1000 AS phase_age_ms
FROM merge_batch
WHERE active_slot IS NOT NULL
