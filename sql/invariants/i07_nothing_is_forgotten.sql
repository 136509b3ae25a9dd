-- I7: whatever is not final has something that will move it: a task, a waiting row, an active batch, a callback it awaits (10402 the
-- approval, 10103 the deployment), or a place in the list of what waits for a person. 10302 and 10506 stand in that list.
SELECT o.operation_id AS subject, CONCAT('stands in ', o.step_status, '/', o.binding_status, ' and nothing will move it') AS problem
FROM operation o
WHERE NOT (o.step_status IN (10202, 10301) OR (o.step_status IN (10404, 10405, 10407) AND o.binding_status = 'REJECTED'))
    AND o.step_status NOT IN (10003, 10004, 10005, 10006, 10007, 10104, 10105, 10106, 10107, 10108, 10111, 10203, 10204, 10302, 10403)
    AND o.step_status NOT IN (10501, 10502, 10503, 10504, 10505, 10506)
    AND o.step_status NOT IN (10008, 10109, 10408)
    AND o.step_status NOT IN (10402, 10103)
    AND NOT EXISTS (SELECT 1 FROM workflow_task t WHERE t.ref = o.operation_id)
    AND NOT EXISTS (SELECT 1 FROM merge_batch_request m WHERE m.operation_id = o.operation_id AND m.batch_id IS NULL)
    AND NOT EXISTS (SELECT 1 FROM merge_batch b WHERE b.id = o.batch_id AND b.status IN (1, 4))
UNION ALL
SELECT CONCAT('batch ', b.id), 'RUNNING without a task'
FROM merge_batch b
WHERE b.status = 1 AND NOT EXISTS (SELECT 1 FROM workflow_task t WHERE t.ref = CAST(b.id AS CHAR))
