INSERT INTO operation
    (operation_id, fingerprint, requester, subject_id, target_key, kind, flow, params, reason, expires_at, partition_key,
     step_status, binding_status, version, replaces_operation_id, created_at, updated_at)
VALUES
    (:operation, :fingerprint, :requester, :subject, :target, :kind, :flow, :params, :reason, :expires_at, :partition,
     :step, :status, 1, :replaces, CURRENT_TIMESTAMP(6), CURRENT_TIMESTAMP(6))
