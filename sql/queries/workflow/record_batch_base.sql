UPDATE merge_batch SET base_sha = :base WHERE id = :batch
