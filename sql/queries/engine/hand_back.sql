-- Leased by us, and nobody works on it: what came of a run, or the lease itself, was lost with the connection. Due as it was; nobody
-- need wait for the lease to run out.
UPDATE workflow_task
SET lease_owner = NULL, lease_until = NULL, lease_token = lease_token + 1
WHERE id = :task AND lease_token = :token AND lease_owner = :owner
