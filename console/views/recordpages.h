// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/views/listpage.h"

/// The pages that are a list and nothing else.
namespace slipway::console {

/// What the auditor found.
std::unique_ptr<ListPage> findingsPage(Session &session);
/// Who did what, newest first.
std::unique_ptr<ListPage> auditPage(Session &session);
/// Every key with what is in force, of the instance that answers.
std::unique_ptr<ListPage> configPage(Session &session);
std::unique_ptr<ListPage> approvalsPage(Session &session);

} // namespace slipway::console
