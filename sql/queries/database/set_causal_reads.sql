-- On a cluster node a read and a guarded UPDATE (1 + 2) wait until what other nodes committed before is applied here.
SET SESSION wsrep_sync_wait = 3
