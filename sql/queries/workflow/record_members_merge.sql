UPDATE operation SET merge_sha = :sha WHERE batch_id = :batch AND binding_status IN ('MERGED', 'VALIDATED')
