INSERT INTO callback_receipt (source, event_id, processed_at, outcome) VALUES ('gitlab', :event, CURRENT_TIMESTAMP(6), 'HINT')
