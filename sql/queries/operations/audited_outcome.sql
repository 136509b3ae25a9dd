SELECT outcome FROM audit_log WHERE event_id = :event
