INSERT INTO partition_state (partition_key, mode, gate_token, version) VALUES (:partition, 'OPEN', 0, 1)
