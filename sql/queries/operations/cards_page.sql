SELECT id, examine_id, card_type, recipient, card_key, desired_revision, shown_revision, state, attempt, last_error,
    CAST(created_at AS CHAR) AS created_at, CAST(updated_at AS CHAR) AS updated_at
FROM approval_card
WHERE id < :before AND (:state IS NULL OR state = :state) AND (:examine IS NULL OR examine_id = :examine)
ORDER BY id DESC
LIMIT :limit
