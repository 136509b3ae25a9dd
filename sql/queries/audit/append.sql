INSERT INTO audit_log (event_id, at, actor, action, subject_kind, subject_ref, outcome, reason, parameters, trace_id, instance)
VALUES (:event, CURRENT_TIMESTAMP(6), :actor, :action, :kind, :ref, :outcome, :reason, :parameters, :trace, :instance)
