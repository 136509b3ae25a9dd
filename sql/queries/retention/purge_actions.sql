DELETE FROM ops_action WHERE action_id IN (:ids)
