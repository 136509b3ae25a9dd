UPDATE merge_batch SET branch = :branch, member_count = :members WHERE id = :batch
