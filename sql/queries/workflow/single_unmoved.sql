-- Locks the row for records that go without a move: they too belong to the version that was read.
SELECT version FROM operation WHERE operation_id = :operation AND version = :version FOR UPDATE
