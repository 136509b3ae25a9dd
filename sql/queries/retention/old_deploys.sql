SELECT id
FROM deploy_receipt FORCE INDEX (ix_deploy_receipt_received)
WHERE partition_key = :partition AND received_at < TIMESTAMPADD(DAY, :back, CURRENT_TIMESTAMP(6)) AND received_at < :needed_from
ORDER BY received_at
LIMIT :limit
