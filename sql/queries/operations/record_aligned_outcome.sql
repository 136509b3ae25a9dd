INSERT INTO batch_member_history (batch_id, operation_id, outcome, at) VALUES (:batch, :operation, 'MERGED', CURRENT_TIMESTAMP(6))
