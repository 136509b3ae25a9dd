SELECT operation_id
FROM operation
WHERE partition_key IN (:partitions) AND mr_iid = :iid AND flow <> 'batched' AND binding_status NOT IN ('VALIDATED', 'CLOSED', 'REJECTED')
