INSERT INTO purged_outcome (status, moves) VALUES (:to_status, :n)
