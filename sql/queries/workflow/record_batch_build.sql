UPDATE merge_batch SET base_sha = :base, head_sha = :head, validated_tree = :tree WHERE id = :batch
