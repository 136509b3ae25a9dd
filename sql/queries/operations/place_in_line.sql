-- The order in which rounds take waiting requests: the halves of a split batch first, then priority, then age.
SELECT
    (SELECT COUNT(*)
     FROM merge_batch_request w
     WHERE w.partition_key = mine.partition_key AND w.batch_id IS NULL
         AND (COALESCE(w.split_group, 2147483647), w.priority, w.created_at, w.id)
             <= (COALESCE(mine.split_group, 2147483647), mine.priority, mine.created_at, mine.id)) AS place
FROM merge_batch_request mine
WHERE mine.operation_id = :operation AND mine.batch_id IS NULL
