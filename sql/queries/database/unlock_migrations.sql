SELECT RELEASE_LOCK(CONCAT('slipway-schema-', MD5(DATABASE()))) AS released
