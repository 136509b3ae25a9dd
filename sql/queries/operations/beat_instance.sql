UPDATE service_instance
SET heartbeat_at = CURRENT_TIMESTAMP(6), draining = :draining, loops = :loops
WHERE instance_id = :instance
