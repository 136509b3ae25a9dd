// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/session/profile.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace slipway::console {

/// Asks for one service: its name, address, stage, and how the service is told who is there.
class ProfileDialog : public QDialog {
    Q_OBJECT
public:
    explicit ProfileDialog(const Profile &profile, QWidget *parent = nullptr);

    Profile profile() const;
    QString token() const;

private:
    void takeStage();
    void check();

    QLineEdit *m_name;
    QComboBox *m_stage;
    QLineEdit *m_url;
    QComboBox *m_proof;
    QLineEdit *m_account;
    QLineEdit *m_token;
    QLineEdit *m_caFile;
    QCheckBox *m_readOnly;
    QLabel *m_problem;
    QPushButton *m_open;
};

} // namespace slipway::console
