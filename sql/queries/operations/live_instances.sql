SELECT COUNT(*) AS live
FROM service_instance
WHERE draining = 0 AND heartbeat_at > CURRENT_TIMESTAMP(6) - INTERVAL :seconds SECOND
