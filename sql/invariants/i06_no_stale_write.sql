-- I6: a stale write fails. Versions rise with each history row and never stand behind it; a lost update would show as a row whose
-- version is not above that of the row written before it.
SELECT later.operation_id AS subject, CONCAT('history version ', later.version, ' was written after ', earlier.version) AS problem
FROM operation_history later
JOIN operation_history earlier ON earlier.operation_id = later.operation_id AND earlier.id < later.id
WHERE earlier.version >= later.version
UNION ALL
SELECT o.operation_id, CONCAT('version ', o.version, ' is behind its history')
FROM operation o
JOIN operation_history h ON h.operation_id = o.operation_id
WHERE h.version > o.version
UNION ALL
SELECT CONCAT('batch ', b.id), CONCAT('version ', b.version, ' is behind its history')
FROM merge_batch b
JOIN merge_batch_history h ON h.batch_id = b.id
WHERE h.version > b.version
