// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/bindingdecision.h"

namespace slipway::intake {

using workflow::RequestKind;

BindingDecision decideBinding(const std::optional<Standing> &standing, const Wanted &wanted)
{
    if (!standing)
        return wanted.kind == RequestKind::Bind ? BindingDecision::Insert : BindingDecision::NothingToUnbind;
    if (!workflow::isReappliable(standing->pair.status) && !workflow::isAmendable(standing->pair))
        return BindingDecision::ActiveRequestExists;
    if (wanted.kind == RequestKind::Unbind)
        return standing->effective ? BindingDecision::Reset : BindingDecision::NothingToUnbind;
    return standing->effective == wanted.content ? BindingDecision::AlreadyInForce : BindingDecision::Reset;
}

} // namespace slipway::intake
