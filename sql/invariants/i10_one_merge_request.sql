-- I10, as far as our own tables can tell (the forge's side is compared by the auditor): a merge request belongs to one batch or to one
-- request, and a request has one open approval form.
SELECT CONCAT(partition_key, ' !', mr_iid) AS subject, CONCAT(COUNT(*), ' batches share it') AS problem
FROM merge_batch
WHERE mr_iid IS NOT NULL
GROUP BY partition_key, mr_iid
HAVING COUNT(*) > 1
UNION ALL
SELECT CONCAT(partition_key, ' !', mr_iid), CONCAT(COUNT(*), ' single requests share it')
FROM operation
WHERE mr_iid IS NOT NULL AND batch_id IS NULL
GROUP BY partition_key, mr_iid
HAVING COUNT(*) > 1
UNION ALL
SELECT o.operation_id, CONCAT('names another merge request than its batch ', b.id)
FROM operation o
JOIN merge_batch b ON b.id = o.batch_id
WHERE o.mr_iid <> b.mr_iid
UNION ALL
SELECT operation_id, CONCAT(COUNT(*), ' pending approvals')
FROM approval
WHERE state = 0
GROUP BY operation_id
HAVING COUNT(*) > 1
