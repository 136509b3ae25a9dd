INSERT INTO remote_reading (subject_kind, subject_ref, mr_iid, reading, read_by, read_at)
VALUES (:kind, :ref, :mr_iid, :reading, :by, CURRENT_TIMESTAMP(6))
