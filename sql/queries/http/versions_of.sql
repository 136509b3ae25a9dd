-- One question for everybody who waits for a change, once per tick.
SELECT operation_id, version
FROM operation
WHERE operation_id IN (:ids)
