SELECT id FROM merge_batch WHERE active_slot IN (:partitions) AND mr_iid = :iid
