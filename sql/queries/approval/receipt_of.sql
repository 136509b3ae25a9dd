SELECT outcome FROM callback_receipt WHERE source = 'approval' AND event_id = :event
