-- The formula of seal.sql once more, over the rows as they stand.
SELECT x.seq, x.event_id, x.prev_hash, x.hash,
    SHA2(CONCAT_WS(CHAR(31), x.prev_hash, x.seq, x.event_id, CAST(x.at AS CHAR), x.actor, x.action, x.subject_kind, x.subject_ref,
        x.outcome, COALESCE(x.reason, ''), COALESCE(x.parameters, ''), COALESCE(x.trace_id, ''), x.instance), 256) AS computed
FROM audit_log x
WHERE x.seq > :after
ORDER BY x.seq
LIMIT :limit
