UPDATE merge_batch SET rebases = rebases + 1 WHERE id = :batch
