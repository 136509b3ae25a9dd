-- Bounded: what is over grows for ever, and nobody reads the difference between many and very many.
SELECT
    (SELECT COUNT(*) FROM (SELECT b.status FROM binding b WHERE b.status = :status LIMIT :limit) counted) AS found,
    (SELECT TIMESTAMPDIFF(MICROSECOND, MIN(b.updated_at), CURRENT_TIMESTAMP(6)) DIV 1000 FROM binding b WHERE b.status = :status) AS oldest_ms
