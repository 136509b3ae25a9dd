UPDATE merge_batch SET merge_sha = :sha WHERE id = :batch
