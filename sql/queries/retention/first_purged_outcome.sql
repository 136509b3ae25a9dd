INSERT INTO purged_outcome (status, moves) VALUES (:status, :n)
