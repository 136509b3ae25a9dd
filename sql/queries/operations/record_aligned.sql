-- They landed with that batch after all.
UPDATE operation
SET batch_id = :batch, mr_iid = :iid, merge_sha = :sha, failure_code = NULL, failure_detail = NULL
WHERE operation_id IN (:operations)
