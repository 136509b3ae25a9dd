SELECT mode, gate_owner FROM partition_state WHERE partition_key = :partition
