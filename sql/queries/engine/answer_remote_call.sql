UPDATE remote_call SET outcome = :outcome, status = :status, detail = :detail, answered_at = CURRENT_TIMESTAMP(6) WHERE id = :id
