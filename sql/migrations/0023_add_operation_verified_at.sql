-- When what a request's own merge request landed was compared with what had been validated. A batch says the same by its status.
ALTER TABLE operation ADD COLUMN verified_at DATETIME(6) NULL AFTER merge_sha
