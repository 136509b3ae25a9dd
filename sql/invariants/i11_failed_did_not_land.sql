-- I11: nothing is FAILED whose merge request is merged. Batches without a merge request are exempt; a person's late merge of a failed
-- batch is a finding and leaves its merge_sha empty.
SELECT CONCAT('batch ', id) AS subject, 'FAILED although its merge request was merged' AS problem
FROM merge_batch
WHERE status = 3 AND mr_iid IS NOT NULL AND merge_sha IS NOT NULL
UNION ALL
SELECT operation_id, CONCAT(binding_status, ' although its merge request was merged')
FROM operation
WHERE mr_iid IS NOT NULL AND merge_sha IS NOT NULL AND binding_status NOT IN ('MERGED', 'VALIDATED')
