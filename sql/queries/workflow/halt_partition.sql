-- Nobody merges here until a person has looked; intake goes on.
UPDATE partition_state
SET mode = 'HALTED', reason = :reason, changed_by = 'slipway', since = CURRENT_TIMESTAMP(6), version = version + 1
WHERE partition_key = :partition AND mode <> 'HALTED'
