-- A new beginning: what an earlier try had built or opened is closed by now and belongs to the history.
UPDATE operation
SET branch = :branch, base_sha = :base, head_sha = NULL, validated_tree = NULL, mr_iid = NULL
WHERE operation_id = :operation
