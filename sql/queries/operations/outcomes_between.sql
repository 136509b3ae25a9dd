SELECT to_status AS status, COUNT(*) AS n
FROM operation_history
WHERE id > :after AND id <= :until AND (from_status IS NULL OR from_status <> to_status)
GROUP BY to_status
