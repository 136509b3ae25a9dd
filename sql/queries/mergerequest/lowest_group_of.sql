SELECT MIN(split_group) AS split_group
FROM merge_batch_request
WHERE partition_key = :partition AND batch_id IS NULL AND split_group IS NOT NULL
