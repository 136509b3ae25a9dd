-- It was refused by the server, so nothing of it exists.
DELETE FROM schema_version WHERE version = :version AND finished_at IS NULL
