-- The order in which rounds take waiting requests: the halves of a split batch first, then priority, then age.
SELECT
    (SELECT COUNT(*)
     FROM merge_batch_request w
     WHERE w.partition_key = mine.partition_key AND w.batch_id IS NULL
         AND (COALESCE(w.split_group, 2147483647), w.priority, w.created_at, w.id)
             <= (COALESCE(mine.split_group, 2147483647), mine.priority, mine.created_at, mine.id)) AS place,
    (SELECT b.id FROM merge_batch b WHERE b.active_slot = mine.partition_key) AS slot_holder,
    (SELECT CASE WHEN p.mode = 'OPEN' THEN 0 ELSE 1 END FROM partition_state p WHERE p.partition_key = mine.partition_key) AS paused
FROM merge_batch_request mine
WHERE mine.operation_id = :operation AND mine.batch_id IS NULL
