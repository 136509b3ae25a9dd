-- Touches no row; a server that is read-only for this account says so all the same.
UPDATE service_instance SET draining = draining WHERE instance_id = ''
