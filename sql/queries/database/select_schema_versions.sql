SELECT version, name, checksum, finished_at IS NOT NULL AS finished
FROM schema_version
ORDER BY version
