SELECT id FROM workflow_task WHERE kind = 'approval.send' AND ref = :operation
