-- Asked again: it may have been renewed since it was found.
DELETE FROM remote_reading
WHERE subject_kind = :kind AND subject_ref IN (:ids) AND read_at < TIMESTAMPADD(DAY, :back, CURRENT_TIMESTAMP(6))
