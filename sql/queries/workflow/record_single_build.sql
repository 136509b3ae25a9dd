UPDATE operation SET base_sha = :base, head_sha = :head, validated_tree = :tree WHERE operation_id = :operation
