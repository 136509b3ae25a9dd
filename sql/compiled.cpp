// SPDX-License-Identifier: GPL-3.0-only
// Compiles every generated header once, so that a statement which cannot be a constant fails here and not in its first user.
#include "sql/all.h"
#include "sql/invariants.h"
#include "sql/migrations.h"
