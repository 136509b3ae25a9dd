// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/actions/selection.h"
#include "console/models/wording.h"

#include <QFrame>

class QFormLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace slipway::console {

class OperatorAction;
class Session;

/// Why something waits, in the service's sentence; what happens without anybody; what may safely be done, the first of it as the only
/// highlighted button; and what must not be done, with the reason where people look for it. Asks for nothing and does nothing itself.
class DiagnosisView : public QFrame {
    Q_OBJECT
public:
    explicit DiagnosisView(Session &session, QWidget *parent = nullptr);

    /// \a target is what is diagnosed: for actions that name no other.
    void show(const std::optional<protocol::Diagnosis> &diagnosis, const std::optional<Target> &target);
    /// In place of a diagnosis.
    void say(const QString &sentence);

Q_SIGNALS:
    void actionWanted(const OperatorAction &action, const Selection &selection);
    /// \a kind is batch or operation.
    void openWanted(const QString &kind, const QString &id);

private:
    void rebuild();
    void addFacts();
    void addAdvice();
    QPushButton *buttonFor(const protocol::AdvisedAction &advised, bool isFirst);
    Target targetOf(const protocol::AdvisedAction &advised) const;
    void refreshAge();
    void refreshPermission();

    Session &m_session;
    std::optional<protocol::Diagnosis> m_diagnosis;
    std::optional<Target> m_target;
    QString m_instead;
    QVBoxLayout *m_layout;
    QWidget *m_body = nullptr;
    QLabel *m_age = nullptr;
    QLabel *m_next = nullptr;
};

} // namespace slipway::console
