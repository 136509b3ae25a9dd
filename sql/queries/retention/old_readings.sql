-- A reading is made again at the next look, so nothing needs an old one.
SELECT subject_ref AS id
FROM remote_reading FORCE INDEX (ix_remote_reading_read)
WHERE read_at < TIMESTAMPADD(DAY, :back, CURRENT_TIMESTAMP(6)) AND subject_kind = :kind
ORDER BY read_at
LIMIT :limit
