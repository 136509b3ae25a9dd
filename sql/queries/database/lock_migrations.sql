-- MD5, because a lock's name holds 64 characters and a schema's name may have as many.
SELECT GET_LOCK(CONCAT('slipway-schema-', MD5(DATABASE())), :seconds) AS got
