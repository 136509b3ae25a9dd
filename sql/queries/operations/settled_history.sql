-- Far enough back that no transaction which began earlier is still to be committed.
SELECT id
FROM operation_history
WHERE at < CURRENT_TIMESTAMP(6) - INTERVAL :seconds SECOND
ORDER BY at DESC, id DESC
LIMIT 1
