-- Hooks come in swarms and share this row; to ten seconds is enough.
UPDATE forge_hook
SET seen_at = CURRENT_TIMESTAMP(6)
WHERE partition_key = :partition AND seen_at < TIMESTAMPADD(SECOND, -10, CURRENT_TIMESTAMP(6))
