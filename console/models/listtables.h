// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/models/listmodel.h"
#include "shared/protocol/action.h"
#include "shared/protocol/batch.h"
#include "shared/protocol/instance.h"
#include "shared/protocol/operation.h"
#include "shared/protocol/records.h"

/// What each list of the console shows. One place for columns; views only choose among them.
namespace slipway::console::tables {

const Table<protocol::AttentionItem> &attention();
const Table<protocol::BatchSummary> &batches();
const Table<protocol::BatchMember> &members();
const Table<protocol::RemoteCall> &remoteCalls();
const Table<protocol::OperationSummary> &requests();
const Table<protocol::OperationSummary> &pending();
const Table<protocol::FindingView> &findings();
const Table<protocol::AuditView> &audit();
const Table<protocol::KeyView> &keys();
const Table<protocol::ApprovalView> &approvals();
const Table<protocol::ActionSummary> &actions();
const Table<protocol::InstanceView> &instances();

} // namespace slipway::console::tables

namespace slipway::console {

/// An item's weight in "what first": how long it waits times how many it holds up.
qint64 urgencyOf(const protocol::AttentionItem &item, Instant now);

/// Why and what next for what the service lists without a diagnosis: closed partitions, actions that await a second person, findings.
protocol::Diagnosis adviceWithoutDiagnosis(const protocol::AttentionItem &item);

Target targetOf(const protocol::BatchSummary &batch);
Target targetOf(const protocol::OperationSummary &request);
std::optional<Target> targetOf(const protocol::AttentionItem &item);

} // namespace slipway::console
