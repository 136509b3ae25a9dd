INSERT INTO schema_version (version, name, checksum) VALUES (:version, :name, :checksum)
