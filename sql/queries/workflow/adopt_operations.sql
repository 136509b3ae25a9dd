-- As many as the list holds in one statement. What stands in the repository was merged before we were there.
INSERT INTO operation
    (operation_id, fingerprint, requester, subject_id, target_key, kind, flow, params, reason, expires_at, partition_key,
     step_status, binding_status, version, replaces_operation_id, approved_at, approved_by, merge_sha, verified_at, created_at, updated_at)
SELECT found.operation_id, found.fingerprint, :requester, found.subject_id, found.target_key, 'bind', 'single', found.params, found.reason,
    found.expires_at, :partition, :step, :status, :version, found.replaces, CURRENT_TIMESTAMP(6), :approver, :commit, CURRENT_TIMESTAMP(6),
    CURRENT_TIMESTAMP(6), CURRENT_TIMESTAMP(6)
FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
    operation_id VARCHAR(36) PATH '$.operation',
    fingerprint CHAR(64) PATH '$.fingerprint',
    subject_id VARCHAR(128) PATH '$.subject',
    target_key VARCHAR(128) PATH '$.target',
    params MEDIUMTEXT PATH '$.parameters',
    reason VARCHAR(2000) PATH '$.reason',
    expires_at VARCHAR(26) PATH '$.expires',
    replaces VARCHAR(36) PATH '$.replaces'
)) AS found
