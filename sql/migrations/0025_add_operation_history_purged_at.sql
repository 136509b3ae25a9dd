-- Since when the history of a finished request is gone but for its landing. Without the mark a purged history looks like a lost one.
ALTER TABLE operation ADD COLUMN history_purged_at DATETIME(6) NULL
