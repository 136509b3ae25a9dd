// SPDX-License-Identifier: GPL-3.0-only
#include "service/reconciliation/deployproof.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace slipway::reconciliation {

DeployReceipt DeployReceipt::read(const database::Row &row)
{
    DeployReceipt receipt { .mergeRequest = row.maybeId<MergeRequestIid>("mr_iid"),
                            .sha = row.textOrEmpty("sha"),
                            .operations = {},
                            .succeeded = row.text("result") == QLatin1StringView("success"),
                            .age = std::chrono::milliseconds(row.number("age_ms")) };
    const auto operations = row.textOrEmpty("operation_ids");
    for (const QJsonValue &each : QJsonDocument::fromJson(operations.toUtf8()).array())
        receipt.operations.append(each.toString());
    return receipt;
}

Proof proofOf(const Landed &landed, const std::vector<DeployReceipt> &newestFirst, const InferenceWindow &window,
              const DeployQuestions &ask)
{
    for (const DeployReceipt &receipt : newestFirst) {
        const bool named = receipt.mergeRequest && landed.mergeRequest && *receipt.mergeRequest == *landed.mergeRequest;
        if (named || (!receipt.sha.isEmpty() && receipt.sha == landed.mergeSha))
            return receipt.succeeded ? Proof::Exact : Proof::Failed;
    }
    for (const DeployReceipt &receipt : newestFirst) {
        if (receipt.succeeded && !receipt.sha.isEmpty() && ask.contains(receipt.sha))
            return Proof::Contained;
    }
    if (landed.age < window.minAge || landed.age > window.maxAge || !landed.mergeRequest)
        return Proof::None;
    for (const DeployReceipt &receipt : newestFirst) {
        if (receipt.succeeded && receipt.sha.isEmpty() && receipt.mergeRequest
            && landed.mergeRequest->value() < receipt.mergeRequest->value() && ask.followed(*receipt.mergeRequest))
            return Proof::Inferred;
    }
    return Proof::None;
}

} // namespace slipway::reconciliation
