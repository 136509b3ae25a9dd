// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace slipway::console {

/// Every command of the window by its name: type some of it, Return does it. One that may not be done now says why instead.
/// "812" and a request's id open that batch or request.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    CommandPalette(const QList<QAction *> &commands, QWidget *parent = nullptr);

Q_SIGNALS:
    /// What was typed is no command.
    void openWanted(const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void filter(const QString &text);
    void run();

    QList<QAction *> m_commands;
    QLineEdit *m_text;
    QListWidget *m_list;
};

} // namespace slipway::console
