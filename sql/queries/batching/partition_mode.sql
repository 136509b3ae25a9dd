SELECT mode FROM partition_state WHERE partition_key = :partition
