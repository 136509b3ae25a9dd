-- A partition's key is up to 255 bytes, a subject up to 128 characters: cut to 64 they could be told from each other no more.
ALTER TABLE audit_log MODIFY subject_ref VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL
