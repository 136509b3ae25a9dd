ALTER TABLE merge_batch ADD COLUMN history_purged_at DATETIME(6) NULL
