UPDATE merge_batch SET mr_iid = :iid WHERE id = :batch
