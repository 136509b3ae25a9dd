-- When GitLab last told us of something in a partition's project, to ten seconds. Its hooks are hints; that they stay away is a finding.
CREATE TABLE forge_hook (
    partition_key VARBINARY(255) NOT NULL,
    seen_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    PRIMARY KEY (partition_key)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin
