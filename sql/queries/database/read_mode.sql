SELECT @@GLOBAL.read_only AS is_read_only
