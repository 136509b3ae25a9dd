UPDATE schema_version SET finished_at = NOW(6) WHERE version = :version
