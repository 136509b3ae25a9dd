-- A row whose value is NULL says nothing: the key is at its default.
SELECT name, value
FROM runtime_config
WHERE value IS NOT NULL
ORDER BY name
