-- What an operator's round would meet. A partition nobody touched yet has no row: it is open.
SELECT
    COALESCE((SELECT p.mode FROM partition_state p WHERE p.partition_key = :partition), 'OPEN') AS mode,
    COALESCE((SELECT p.version FROM partition_state p WHERE p.partition_key = :partition), 0) AS version,
    (SELECT b.id FROM merge_batch b WHERE b.active_slot = :partition) AS slot_holder,
    (SELECT COUNT(*) FROM merge_batch_request w WHERE w.partition_key = :partition AND w.batch_id IS NULL) AS waiting
