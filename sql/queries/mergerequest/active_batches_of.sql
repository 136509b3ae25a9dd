-- The number is per project; a hint that hits the wrong partition only makes somebody read once more.
SELECT id FROM merge_batch WHERE active_slot IS NOT NULL AND mr_iid = :iid
