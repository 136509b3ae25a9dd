SELECT status, moves AS n FROM purged_outcome
