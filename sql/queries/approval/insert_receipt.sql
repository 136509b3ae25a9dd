INSERT INTO callback_receipt (source, event_id, operation_id, body) VALUES ('approval', :event, :operation, :body)
