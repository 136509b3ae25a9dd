// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QWidget>

#include <functional>

namespace slipway::console {

/// Calls \a say now and whenever the language changes: for everything a widget says that does not come from the service.
void spoken(QWidget *widget, std::function<void()> say);

} // namespace slipway::console
