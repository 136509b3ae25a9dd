-- I14: sealed audit rows form one unbroken chain: numbered from 1 without a gap, each naming the hash before it (the first: 64 zeros),
-- each hash covering the row's whole content. Cutting off the end is not visible here; that needs the head kept elsewhere.
SELECT x.event_id AS subject, CONCAT('audit row ', x.seq, ' breaks the chain') AS problem
FROM audit_log x
LEFT JOIN audit_log p ON p.seq = x.seq - 1
WHERE x.seq IS NOT NULL
    AND (x.prev_hash <> COALESCE(p.hash, REPEAT('0', 64))
        OR (p.seq IS NULL AND x.seq <> 1)
        OR x.hash <> SHA2(CONCAT_WS(CHAR(31), x.prev_hash, x.seq, x.event_id, CAST(x.at AS CHAR), x.actor, x.action, x.subject_kind,
            x.subject_ref, x.outcome, COALESCE(x.reason, ''), COALESCE(x.parameters, ''), COALESCE(x.trace_id, ''), x.instance), 256))
