-- Built anew from the start. It keeps its merge request: the engine closes that one first.
UPDATE operation
SET base_sha = NULL, head_sha = NULL, validated_tree = NULL, failure_code = NULL, failure_detail = NULL
WHERE operation_id = :operation
