-- The one formula, computed where the rows are so that no client's spelling of a time or a text gets into it. The invariant i14 repeats it.
UPDATE audit_log
SET seq = :seq, prev_hash = :prev_hash,
    hash = SHA2(CONCAT_WS(CHAR(31), :prev_hash, :seq, event_id, CAST(at AS CHAR), actor, action, subject_kind, subject_ref, outcome,
        COALESCE(reason, ''), COALESCE(parameters, ''), COALESCE(trace_id, ''), instance), 256)
WHERE id = :id AND seq IS NULL
