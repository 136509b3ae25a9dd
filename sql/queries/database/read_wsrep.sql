-- Answers with a row only where the server knows clusters.
SHOW SESSION VARIABLES LIKE 'wsrep_sync_wait'
