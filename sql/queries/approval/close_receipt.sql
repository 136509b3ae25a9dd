UPDATE callback_receipt SET processed_at = CURRENT_TIMESTAMP(6), outcome = :outcome WHERE source = 'approval' AND event_id = :event
