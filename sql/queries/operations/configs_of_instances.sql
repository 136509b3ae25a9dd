-- Of those that live: the rest says nothing any more.
SELECT instance_id, host, config
FROM service_instance
WHERE config IS NOT NULL AND heartbeat_at > CURRENT_TIMESTAMP(6) - INTERVAL :seconds SECOND
ORDER BY started_at, instance_id
LIMIT 100
