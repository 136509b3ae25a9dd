-- One look at the index for each partition, however many receipts it has.
SELECT partition_key
FROM deploy_receipt FORCE INDEX (ix_deploy_receipt_received)
WHERE partition_key > :after
ORDER BY partition_key
LIMIT 1
