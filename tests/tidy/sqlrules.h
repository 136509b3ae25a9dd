// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/tidy/sourcefile.h"

namespace slipway::tidy {

/// operation.step_status, operation.binding_status and binding.status are set by statements of sql/queries/workflow/
/// only, and those statements are used by service/workflow/ only.
Complaints oneWriterOfState(const SourceFiles &files);

/// Every query is named by some code of the service; every invariant and migration is taken as a whole, so they are not
/// looked at.
Complaints everyStatementIsUsed(const SourceFiles &files);

/// No statement stands in C++ text of the service.
Complaints noInlineSql(const SourceFile &file);

/// Only what MySQL 8.0 and MariaDB 10.6 both take, with the same meaning.
Complaints portableSql(const SourceFile &file);

} // namespace slipway::tidy
