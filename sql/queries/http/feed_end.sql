SELECT (SELECT COALESCE(MAX(id), 0) FROM operation_history) AS operation_end, (SELECT COALESCE(MAX(id), 0) FROM merge_batch_history) AS batch_end
