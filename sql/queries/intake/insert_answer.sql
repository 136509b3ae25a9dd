INSERT INTO request_idempotency
    (scope, request_id, requester, fingerprint, operation_id, response_status, response_body, state, expires_at, created_at)
VALUES
    (:scope, :key, :requester, :fingerprint, :operation, :status, :body, 'DONE',
     TIMESTAMPADD(HOUR, :hours, CURRENT_TIMESTAMP(6)), CURRENT_TIMESTAMP(6))
