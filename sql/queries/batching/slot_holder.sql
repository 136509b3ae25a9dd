SELECT id FROM merge_batch WHERE active_slot = :partition
