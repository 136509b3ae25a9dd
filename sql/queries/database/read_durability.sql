SELECT @@GLOBAL.innodb_flush_log_at_trx_commit AS flush_log
