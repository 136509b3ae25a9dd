-- The purge goes by age; the key is the subject.
CREATE INDEX ix_remote_reading_read ON remote_reading (read_at)
