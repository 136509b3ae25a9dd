SELECT subject FROM finding WHERE code = :code AND resolved_at IS NULL
