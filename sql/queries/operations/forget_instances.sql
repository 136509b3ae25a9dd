-- Rows of processes that died without saying goodbye, long ago. Until then they are shown, because somebody may look for them.
DELETE FROM service_instance WHERE heartbeat_at < TIMESTAMPADD(HOUR, -:hours, CURRENT_TIMESTAMP(6))
