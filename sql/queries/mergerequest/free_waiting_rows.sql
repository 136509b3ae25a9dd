-- They keep created_at and with it their place.
UPDATE merge_batch_request SET batch_id = NULL WHERE batch_id = :batch
