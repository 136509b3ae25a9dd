-- Back to the waiting set: nothing of this batch sticks to them; history keeps it.
UPDATE operation
SET batch_id = NULL, branch = NULL, base_sha = NULL, head_sha = NULL, mr_iid = NULL
WHERE batch_id = :batch AND step_status = 10406
