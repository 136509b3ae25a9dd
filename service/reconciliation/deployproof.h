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

/// What has to be asked of the forge.
struct DeployQuestions {
    std::function<bool(const QString &sha)> contains; ///< Whether a deployed commit has the landed one as ancestor.
    std::function<bool(MergeRequestIid later)>
        followed; ///< Whether there is that merge request, and it landed on top of this one.
};

/// Pure but for the questions. Exact numbers first, then containment; the water line (a later merge request was deployed, so this one
/// must have been too) only where a receipt names no commit, only inside the window, and never by a number the forge does not know. The
/// newest exact word counts: a repaired deploy follows a failed one.
Proof proofOf(const Landed &landed, const std::vector<DeployReceipt> &newestFirst, const InferenceWindow &window,
              const DeployQuestions &ask);

} // namespace slipway::reconciliation
