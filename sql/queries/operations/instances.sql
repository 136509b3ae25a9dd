-- Newest first; a page goes on where the one before it ended.
SELECT instance_id, host, pid, version, CAST(started_at AS CHAR) AS started_at, CAST(heartbeat_at AS CHAR) AS heartbeat_at, draining, loops,
    TIMESTAMPDIFF(MICROSECOND, heartbeat_at, CURRENT_TIMESTAMP(6)) DIV 1000 AS heartbeat_age_ms
FROM service_instance
WHERE started_at < :before OR (started_at = :before AND instance_id < :before_id)
ORDER BY started_at DESC, instance_id DESC
LIMIT :limit
