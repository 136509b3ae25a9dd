-- Nothing of the failed try sticks to it; history keeps it.
UPDATE operation
SET batch_id = NULL, branch = NULL, base_sha = NULL, head_sha = NULL, mr_iid = NULL, failure_code = NULL, failure_detail = NULL
WHERE operation_id = :operation
