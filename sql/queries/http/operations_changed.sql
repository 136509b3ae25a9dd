SELECT id, operation_id AS ref FROM operation_history WHERE id > :after ORDER BY id LIMIT :limit
