UPDATE operation SET head_sha = :head WHERE batch_id = :batch
