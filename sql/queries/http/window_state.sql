SELECT taken, ends_at - UNIX_TIMESTAMP() AS left_seconds
FROM rate_window
WHERE key_hash = :key AND window_start = (UNIX_TIMESTAMP() DIV :window) * :window
