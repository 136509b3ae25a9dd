SELECT subject_kind, subject_ref, mr_iid, reading, read_by, CAST(read_at AS CHAR) AS read_at
FROM remote_reading
WHERE subject_ref IN (:refs)
