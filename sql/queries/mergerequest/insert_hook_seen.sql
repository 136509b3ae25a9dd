INSERT INTO forge_hook (partition_key) VALUES (:partition)
