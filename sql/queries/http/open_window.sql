INSERT INTO rate_window (key_hash, window_start, taken, ends_at)
VALUES (:key, (UNIX_TIMESTAMP() DIV :window) * :window, :count, (UNIX_TIMESTAMP() DIV :window + 1) * :window)
