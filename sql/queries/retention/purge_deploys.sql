DELETE FROM deploy_receipt WHERE id IN (:ids)
