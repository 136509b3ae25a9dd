UPDATE workflow_task SET attempt = 0, read_count = 0, payload = NULL WHERE kind = :kind AND ref = :ref
