DELETE FROM service_instance WHERE instance_id = :instance
