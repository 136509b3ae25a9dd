-- Strict mode refuses what would be cut or bent into shape; UTC because DATETIME has no zone.
SET SESSION time_zone = '+00:00',
    sql_mode = 'STRICT_TRANS_TABLES,ONLY_FULL_GROUP_BY,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
    innodb_lock_wait_timeout = :lock_wait_seconds,
    lock_wait_timeout = :table_lock_wait_seconds
