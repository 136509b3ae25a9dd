UPDATE remote_reading
SET mr_iid = :mr_iid, reading = :reading, read_by = :by, read_at = CURRENT_TIMESTAMP(6)
WHERE subject_kind = :kind AND subject_ref = :ref
