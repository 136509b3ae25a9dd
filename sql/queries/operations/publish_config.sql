UPDATE service_instance SET config = :config WHERE instance_id = :instance
