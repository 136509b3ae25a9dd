-- They keep created_at and with it their place among those of their group.
UPDATE merge_batch_request SET batch_id = NULL, split_group = :group WHERE batch_id = :batch AND id IN (:ids)
