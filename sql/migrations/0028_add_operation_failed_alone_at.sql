-- When its content failed in a batch of its own, and so by its own fault. While set, the same content is claimed only alone.
ALTER TABLE operation ADD COLUMN failed_alone_at DATETIME(6) NULL AFTER failure_detail
