-- MariaDB: seconds, every statement. A process that is stopped in the middle of a transaction must not hold its locks for ever; ours
-- never rest that long between two statements. MySQL has no such limit.
SET SESSION max_statement_time = :seconds, idle_transaction_timeout = 10
