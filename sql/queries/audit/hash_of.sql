SELECT hash FROM audit_log WHERE id = :id
