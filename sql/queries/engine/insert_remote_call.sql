INSERT INTO remote_call (operation, subject_kind, subject_ref, request_summary, instance)
VALUES (:operation, :subject_kind, :subject_ref, :summary, :instance)
