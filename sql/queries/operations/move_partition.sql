-- Guarded by the version that was read; a row made a moment ago has version 1 where none was read.
UPDATE partition_state
SET mode = :mode, reason = :reason, changed_by = :by, since = CURRENT_TIMESTAMP(6), version = version + 1
WHERE partition_key = :partition AND mode = :from_mode AND (version = :version OR (:version = 0 AND version = 1))
