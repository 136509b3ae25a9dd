UPDATE purged_outcome SET moves = moves + :n WHERE status = :to_status
