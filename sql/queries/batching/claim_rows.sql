-- By primary key, so that no range of the waiting set is locked.
UPDATE merge_batch_request FORCE INDEX (PRIMARY)
SET batch_id = :batch
WHERE batch_id IS NULL AND id IN (:ids)
