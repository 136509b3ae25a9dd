// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/operations/actions/waiting.h"

namespace slipway::operations {

/// What taking over the forge's word means where something stands.
enum class Alignment : quint8 {
    Undecided, ///< The forge has neither merged nor closed it.
    Agrees, ///< Both say the same.
    AcceptTree, ///< A landed batch whose tree is not the validated one.
    Land, ///< Merged: it counts as landed.
    LandLate, ///< A failed batch that a person merged afterwards.
    TakeClosed, ///< An active batch whose merge request was closed.
    FailClosed, ///< A request of its own whose merge request was closed.
};

/// Pure, of what was seen.
Alignment alignmentOf(const Seen &seen);
/// By which event a request in that pair is found to have landed after all; nothing where it cannot.
std::optional<workflow::Event> landingEvent(workflow::Pair pair);
QStringList writesOf(Alignment way);
/// Writes it. False: something moved since it was seen.
bool align(const ActionContext &context, database::Transaction &transaction, const Seen &seen, Alignment way);

} // namespace slipway::operations
