// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/database/connection.h"
#include "service/forge/forge.h"
#include "service/operations/foundfile.h"
#include "service/workflow/adopter.h"

#include <QHash>
#include <QPair>
#include <QSet>

#include <vector>

namespace slipway::operations {

/// Something about one file, or one binding without a file.
struct AdoptionRemark {
    QString path; ///< Empty where there is no file.
    QString subject;
    QString target;
    QString code;
    QString text;
    bool isTrouble = true; ///< False: a file that is none of Slipway's business.
};

struct AdoptionReport {
    PartitionKey partition;
    forge::Project project;
    forge::Oid commit; ///< What was looked at.
    bool isPlan = true; ///< Nothing was written.
    qsizetype files = 0;
    qsizetype inForce = 0; ///< As they should be already.
    qsizetype adopted = 0; ///< Or would be.
    std::optional<BatchId> blockedBy; ///< An active batch works on some of it: nothing was written.
    std::vector<AdoptionRemark> remarks;

    bool hasTrouble() const;
};

/// Takes an existing repository over: every file that is a binding exactly as Slipway would write it becomes a binding in force. What is
/// not is listed with its reason. Nothing is written to the repository, nothing in the database is overwritten, and a second run finds
/// everything in force. Works on one thread; holds what it found in memory.
class Adoption {
public:
    /// \a actor says that what stands there is in force. Needs of the services: forge, targets, instance.
    Adoption(const Services &services, database::Connection &connection, PartitionKey partition, QString actor);

    /// Reads and judges; writes nothing. Throws Error(NotFound) where the catalogue has no such partition or the forge no such branch,
    /// Error(Unavailable) where one of them cannot be asked.
    AdoptionReport plan();
    /// plan(), then adopts, in small transactions, unless an active batch is in the way. Throws as plan(); what was adopted before stays.
    AdoptionReport run();

private:
    using Pair = QPair<QString, QString>;
    struct Standing;
    struct Candidate {
        QString path;
        workflow::FoundBinding binding;
        std::optional<workflow::ReplacedBinding> replaced;
    };

    void examine(const std::vector<forge::ListedFile> &files);
    void judge(const FoundFile &file, const QByteArray &bytes, const QHash<Pair, Standing> &standing);
    void judgeStanding(const FoundFile &file, const QByteArray &bytes, const Standing &standing);
    void takeUp(const FoundFile &file, const std::optional<workflow::ReplacedBinding> &replaced);
    QHash<Pair, Standing> standingOf(const std::vector<FoundFile> &files);
    void remark(const FoundFile &file, const QString &code, const QString &text, bool isTrouble = true);
    void noteMissing();
    void readActiveBatch();
    void adoptAll();
    bool adoptTogether(const std::vector<Candidate> &candidates);
    bool adoptOne(const Candidate &candidate);
    void audit(const QString &moment, const QString &outcome);

    const Services &m_services;
    database::Connection &m_connection;
    std::shared_ptr<const catalogue::Catalogue> m_catalogue;
    const catalogue::Partition *m_partition = nullptr;
    QString m_actor;
    QString m_run; ///< Names this run in the audit.
    AdoptionReport m_report;
    std::vector<Candidate> m_candidates;
    QHash<Pair, qint64> m_active; ///< What an active batch works on.
    QSet<Pair> m_seen;
};

} // namespace slipway::operations
