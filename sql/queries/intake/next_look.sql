-- When the engine looks at the attempt, or at its batch, next.
SELECT CAST(MIN(due_at) AS CHAR) AS due_at
FROM workflow_task
WHERE ref IN (:refs) AND kind <> 'branch.clean'
