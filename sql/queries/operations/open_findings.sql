SELECT code, COUNT(*) AS findings FROM finding WHERE resolved_at IS NULL GROUP BY code
