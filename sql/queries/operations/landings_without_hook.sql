-- What landed through a merge request since GitLab last sent a hook of that partition. The last minutes do not count: a hook may be on
-- its way still.
SELECT landed.partition_key, COUNT(*) AS landings, CAST(MIN(landed.at) AS CHAR) AS first_at
FROM (
    SELECT m.partition_key, m.updated_at AS at
    FROM merge_batch m
    WHERE m.status = 2 AND m.created_at > TIMESTAMPADD(DAY, -1, CURRENT_TIMESTAMP(6)) AND m.mr_iid IS NOT NULL
    UNION ALL
    SELECT o.partition_key, o.updated_at AS at
    FROM operation o
    WHERE o.step_status IN (10103, 10301) AND o.updated_at > TIMESTAMPADD(DAY, -1, CURRENT_TIMESTAMP(6)) AND o.flow <> 'batched'
        AND o.mr_iid IS NOT NULL
) landed
LEFT JOIN forge_hook h ON h.partition_key = landed.partition_key
WHERE landed.at < TIMESTAMPADD(MINUTE, -5, CURRENT_TIMESTAMP(6)) AND (h.seen_at IS NULL OR landed.at > h.seen_at)
GROUP BY landed.partition_key
HAVING COUNT(*) >= 3
