-- When the stored answer is purged, the attempt itself still knows what it was and where it began.
SELECT o.fingerprint, COALESCE(h.to_step, o.step_status) AS step_status, COALESCE(h.to_status, o.binding_status) AS binding_status
FROM operation o
LEFT JOIN operation_history h ON h.operation_id = o.operation_id AND h.version = 1
WHERE o.operation_id = :operation
