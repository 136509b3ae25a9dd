UPDATE merge_batch SET merge_sha = :sha, base_sha = :base WHERE id = :batch
