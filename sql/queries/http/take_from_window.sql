UPDATE rate_window
SET taken = taken + 1
WHERE key_hash = :key AND window_start = (UNIX_TIMESTAMP() DIV :window) * :window AND taken < :limit
