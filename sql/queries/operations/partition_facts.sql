-- Partitions are few: all of them. Those nobody touched yet have no row and are open.
SELECT p.partition_key, p.mode, p.reason, p.changed_by, CAST(p.since AS CHAR) AS since, p.version,
    CASE WHEN p.gate_until > CURRENT_TIMESTAMP(6) THEN p.gate_owner END AS gate_owner
FROM partition_state p
