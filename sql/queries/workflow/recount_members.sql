UPDATE merge_batch
SET member_count = (SELECT COUNT(*) FROM merge_batch_request r WHERE r.batch_id = :batch)
WHERE id = :same_batch
