UPDATE merge_batch SET reached_created = 1 WHERE id = :batch
