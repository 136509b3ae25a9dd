-- A hook that came after the silence was last noticed ends it.
UPDATE finding
SET resolved_at = CURRENT_TIMESTAMP(6), resolved_by = :by
WHERE code = 'HOOKS_SILENT' AND resolved_at IS NULL
    AND EXISTS (
        SELECT 1 FROM forge_hook h
        WHERE CONCAT('partition:', h.partition_key) = finding.subject AND h.seen_at > finding.last_seen_at)
