-- Guarded by the exact status, phase and version read.
UPDATE merge_batch
SET status = :to_status, phase = :to_phase, failure_code = :code, message = :message, version = version + 1, updated_at = CURRENT_TIMESTAMP(6)
WHERE id = :batch AND status = :from_status AND phase = :from_phase AND version = :version
