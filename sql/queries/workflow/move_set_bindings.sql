UPDATE binding
SET status = :to_status, version = version + 1, updated_at = :stamp
WHERE operation_id IN (:operations) AND status = :from_status
