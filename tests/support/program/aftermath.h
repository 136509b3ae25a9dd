// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/stack.h"

namespace slipway::support {

/// What must hold once everything has come to rest, whatever happened on the way: looked at from outside, in the database and at the
/// forge.
class Aftermath {
public:
    explicit Aftermath(Stack &stack)
        : m_stack(stack)
    {
    }

    /// Waits for the last tasks to end. One sentence per rule that does not hold; empty is good.
    QStringList complaints();

private:
    bool awaitRest();
    QStringList doubledEffects();
    QStringList leftovers();

    Stack &m_stack;
};

} // namespace slipway::support
