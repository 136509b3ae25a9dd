-- MariaDB: seconds, every statement.
SET SESSION max_statement_time = :seconds
