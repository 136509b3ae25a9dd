-- Somebody who asked for the task anew while it ran has moved due_at: then it stays.
DELETE FROM workflow_task WHERE id = :task AND lease_token = :token AND due_at <= :ran_at
