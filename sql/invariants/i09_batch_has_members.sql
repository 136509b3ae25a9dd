-- I9: no batch without members, by the history that outlives them; members of an active batch stand in steps of its phase (the same
-- table as phaseSteps in the program), members of a succeeded one have landed.
SELECT CONCAT('batch ', b.id) AS subject, 'never had a member' AS problem
FROM merge_batch b
WHERE b.history_purged_at IS NULL AND NOT EXISTS (SELECT 1 FROM batch_member_history h WHERE h.batch_id = b.id)
UNION ALL
SELECT m.operation_id, CONCAT('stands in ', o.step_status, ' while batch ', b.id, ' is ', b.phase)
FROM merge_batch b
JOIN merge_batch_request m ON m.batch_id = b.id
JOIN operation o ON o.operation_id = m.operation_id
WHERE b.status IN (1, 4)
    AND NOT (b.phase IN ('CLAIMED', 'BUILDING') AND o.step_status = 10001)
    AND NOT (b.phase = 'PIPELINE' AND o.step_status IN (10009, 10502))
    AND NOT (b.phase = 'APPROVING' AND o.step_status IN (10002, 10101))
    AND NOT (b.phase = 'REBASING' AND o.step_status IN (10110, 10503))
    AND NOT (b.phase = 'REVALIDATING' AND o.step_status IN (10113, 10501))
    AND NOT (b.phase = 'MERGING' AND o.step_status IN (10102, 10114, 10505))
    AND NOT (b.phase = 'VERIFY' AND o.step_status IN (10103, 10301, 10302, 10506))
    AND NOT (b.phase = 'SETTLING'
        AND o.step_status IN (10001, 10009, 10502, 10002, 10101, 10102, 10110, 10503, 10113, 10501, 10114, 10505))
UNION ALL
SELECT m.operation_id, CONCAT('has not landed although batch ', b.id, ' succeeded')
FROM merge_batch b
JOIN merge_batch_request m ON m.batch_id = b.id
JOIN operation o ON o.operation_id = m.operation_id
WHERE b.status = 2 AND o.binding_status NOT IN ('MERGED', 'VALIDATED')
