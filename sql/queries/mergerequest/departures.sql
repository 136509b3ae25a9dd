-- Members who left by their own wish: the rest has not failed in the company of today.
SELECT COUNT(*) AS departures FROM batch_member_history WHERE batch_id = :batch AND outcome = 'LEFT'
