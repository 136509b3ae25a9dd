-- The last statement of every step's transaction: proves the lease. It does not prolong it; the engine does, while the step runs.
UPDATE workflow_task SET lease_token = lease_token WHERE id = :task AND lease_token = :token
