// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/actions/actionrun.h"
#include "console/actions/runmodel.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QTableView;

namespace slipway::console {

/// One action before, while and after it is done: the plan of each target with the literal guards, writes and remote calls, the reason,
/// the word to type where it cannot be undone, then what comes of each. Return never begins it; closing the window does not stop it.
class RunDialog : public QDialog {
    Q_OBJECT
public:
    explicit RunDialog(ActionRun &run, QWidget *parent = nullptr);

    ActionRun &run() const { return m_run; }

private:
    void build();
    void addParameters();
    void speak();
    void refresh();
    void refreshQuestion();
    void showItem(int row);
    void confirm();
    QJsonObject parameters() const;
    QString summary() const;

    ActionRun &m_run;
    RunModel m_items;
    QLabel *m_effect;
    QLabel *m_summary;
    QTableView *m_table;
    QPlainTextEdit *m_detail;
    QLabel *m_reasonLabel;
    QLineEdit *m_reason;
    QLabel *m_typedLabel;
    QLineEdit *m_typed;
    QLabel *m_problem;
    QProgressBar *m_progress;
    QPushButton *m_confirm;
    QPushButton *m_cancel;
    QPushButton *m_retry;
    QPushButton *m_close;
    struct Field {
        OperatorAction::Parameter parameter;
        QLabel *label;
        QLineEdit *edit;
    };
    QList<Field> m_fields;
};

} // namespace slipway::console
