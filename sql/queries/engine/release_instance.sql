-- At a clean stop: what this instance still leases may be taken at once.
UPDATE workflow_task SET lease_owner = NULL, lease_until = NULL, lease_token = lease_token + 1 WHERE lease_owner = :owner
