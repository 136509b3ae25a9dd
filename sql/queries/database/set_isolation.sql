-- READ COMMITTED: under REPEATABLE READ a claim locks the gap behind the last waiting row, and a reader after a duplicate key sees
-- its old snapshot. A word and not a variable, because the variable has another name on each server.
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED
