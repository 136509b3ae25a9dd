-- What a live request may still be asked about stays, however old: who does not own its binding any more, or stands in a final step, is
-- not live.
SELECT r.id
FROM callback_receipt r FORCE INDEX (ix_callback_received)
WHERE r.received_at < TIMESTAMPADD(DAY, :back, CURRENT_TIMESTAMP(6))
    AND NOT EXISTS (
        SELECT 1
        FROM binding b
        JOIN operation o ON o.operation_id = b.operation_id
        WHERE b.operation_id = r.operation_id AND o.step_status NOT IN (10202, 10301, 10404, 10405, 10407))
ORDER BY r.received_at
LIMIT :limit
