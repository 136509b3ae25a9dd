// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/row.h"
#include "shared/ids.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace slipway::reconciliation {

/// One word of the deploy pipeline.
struct DeployReceipt {
    std::optional<MergeRequestIid> mergeRequest;
    QString sha;
    QStringList operations;
    bool succeeded = true;
    std::chrono::milliseconds age { 0 };

    static DeployReceipt read(const database::Row &row);
};

/// What has landed and waits for its proof.
struct Landed {
    std::optional<MergeRequestIid> mergeRequest;
    QString mergeSha;
    std::chrono::milliseconds age { 0 }; ///< Since it was merged.
};

enum class Proof : quint8 { None, Exact, Contained, Inferred, Failed };

/// The age between which a missing callback may be inferred from later ones.
struct InferenceWindow {
    std::chrono::milliseconds minAge;
    std::chrono::milliseconds maxAge;
};

/// Pure but for \a contains(deployed commit), which says whether a deployed commit has the landed one as ancestor. Exact numbers first,
/// then containment; the water line (a later merge request was deployed, so this one must have been too) only where a receipt names no
/// commit, and only inside the window. The newest exact word counts: a repaired deploy follows a failed one.
Proof proofOf(const Landed &landed, const std::vector<DeployReceipt> &newestFirst, const InferenceWindow &window,
              const std::function<bool(const QString &sha)> &contains);

} // namespace slipway::reconciliation
