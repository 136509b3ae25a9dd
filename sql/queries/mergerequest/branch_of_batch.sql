-- Only when it is over. Without a head nothing of ours was ever recorded on the branch.
SELECT partition_key, branch, head_sha, TIMESTAMPDIFF(MICROSECOND, updated_at, CURRENT_TIMESTAMP(6)) DIV 1000 AS age_ms
FROM merge_batch
WHERE id = :batch AND status IN (2, 3) AND branch IS NOT NULL AND head_sha IS NOT NULL
