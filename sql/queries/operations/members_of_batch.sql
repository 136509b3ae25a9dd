-- By member history, which outlives the waiting rows; the last word about each member.
SELECT h.operation_id, h.outcome, CAST(h.at AS CHAR) AS at, o.subject_id, o.target_key, o.kind, o.requester, o.step_status,
    o.binding_status, o.version, o.failure_code, CASE WHEN o.withdraw_requested_at IS NULL THEN 0 ELSE 1 END AS withdraw_requested
FROM (SELECT MAX(id) AS id FROM batch_member_history WHERE batch_id = :batch GROUP BY operation_id) latest
JOIN batch_member_history h ON h.id = latest.id
JOIN operation o ON o.operation_id = h.operation_id
ORDER BY h.operation_id
LIMIT 1000
