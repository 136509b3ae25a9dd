INSERT INTO deploy_receipt (project, event_id, partition_key, mr_iid, sha, operation_ids, result)
VALUES (:project, :event, :partition, :mr_iid, :sha, :operations, :result)
