-- What each instance takes its hot keys for, as JSON, so that one page can show where two of them differ.
ALTER TABLE service_instance ADD COLUMN config MEDIUMTEXT NULL
