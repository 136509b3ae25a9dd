-- The private server only; an external schema is made by its administrator.
CREATE DATABASE IF NOT EXISTS slipway CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
