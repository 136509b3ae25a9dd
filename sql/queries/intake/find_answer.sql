-- Also an expired one that nobody has purged yet: its key still stands in the way of a new row.
SELECT fingerprint, response_body
FROM request_idempotency
WHERE scope = :scope AND request_id = :key
