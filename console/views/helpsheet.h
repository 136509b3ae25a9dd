// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QDialog>

namespace slipway::console {

/// Every command with its keys, made of the commands themselves, so that it cannot be out of date.
class HelpSheet : public QDialog {
    Q_OBJECT
public:
    HelpSheet(const QList<QAction *> &commands, QWidget *parent = nullptr);
};

} // namespace slipway::console
