UPDATE operation SET mr_iid = :iid, branch = :branch, head_sha = :head WHERE batch_id = :batch
