UPDATE rate_window
SET taken = taken + :count
WHERE key_hash = :key AND window_start = (UNIX_TIMESTAMP() DIV :window) * :window
