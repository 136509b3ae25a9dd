-- MySQL: milliseconds, SELECT only.
SET SESSION max_execution_time = :milliseconds
