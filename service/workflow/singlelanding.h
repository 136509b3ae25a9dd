// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/row.h"
#include "service/workflow/landing.h"

namespace slipway::workflow {

/// One request with a merge request of its own. It holds no slot; its phase follows from its step, a failure is its own, and where only
/// a person can go on it fails with that reason. After the merge its landing is over once the landed tree was compared.
class SingleLanding : public Landing {
public:
    /// A row of `single_by_id`.
    struct Found {
        LandingRow row;
        Pair pair { Step::CreateStarted, Status::MrCreating };
        qint64 version = 0;
        bool isVerified = false;
        static Found read(const database::Row &row);
    };

    SingleLanding(const StateMover &states, Found found);

    /// What its next step is chosen by; nothing while it waits for its approval, or for nothing at all.
    static std::optional<Phase> phaseOf(const Found &found);
    Pair standing() const { return m_pair; }

    void rewind() override;
    void keep() override;
    QString reference() const override;
    std::optional<Pair> pair(database::Connection &connection) override;
    bool move(database::Transaction &transaction, const LandingMove &move) override;
    bool fail(database::Transaction &transaction, LandingFailure failure, const QString &evidence) override;
    bool stop(database::Transaction &transaction, StopReason reason, const QString &evidence) override;

    void recordBase(database::Transaction &transaction, const QString &branch, const QString &base) override;
    void recordBuild(database::Transaction &transaction, const QString &base, const QString &head,
                     const QString &tree) override;
    void recordMergeRequest(database::Transaction &transaction, MergeRequestIid iid) override;
    void recordMerge(database::Transaction &transaction, const QString &sha) override;
    void countRebase(database::Transaction &transaction) override;

private:
    bool failAs(database::Transaction &transaction, Event event, const QString &code, const QString &evidence);

    const StateMover &m_states;
    Pair m_pair;
    qint64 m_version;
    Found m_kept;
};

} // namespace slipway::workflow
