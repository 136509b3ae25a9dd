INSERT INTO service_instance (instance_id, host, pid, version, started_at, heartbeat_at, draining, loops)
VALUES (:instance, :host, :pid, :version, CURRENT_TIMESTAMP(6), CURRENT_TIMESTAMP(6), 0, NULL)
