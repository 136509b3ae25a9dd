-- A person gave the batch a fresh budget.
UPDATE merge_batch SET rebases = 0 WHERE id = :batch
