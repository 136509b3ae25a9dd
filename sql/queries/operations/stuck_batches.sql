-- Those that hold a slot, and failed ones that somebody merged afterwards.
SELECT m.id
FROM merge_batch m
WHERE m.active_slot IS NOT NULL
    OR m.id IN (SELECT CAST(SUBSTRING(f.open_subject, 7) AS UNSIGNED) FROM finding f WHERE f.code = 'LATE_MERGE' AND f.open_subject LIKE 'batch:%')
ORDER BY m.id
LIMIT 200
