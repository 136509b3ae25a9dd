SELECT id FROM deploy_receipt WHERE project = :project AND event_id = :event
