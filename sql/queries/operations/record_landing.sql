UPDATE operation SET merge_sha = :sha, failure_code = NULL, failure_detail = NULL WHERE operation_id = :operation
