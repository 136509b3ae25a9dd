// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/actions/selection.h"

#include <QJsonObject>

namespace slipway::console {

/// Whether an action may be begun on a selection, and if not, the sentence that says why.
struct Guard {
    bool isAllowed = true;
    QString reason = {};

    static Guard refusal(const QString &reason) { return { false, reason }; }
};

/// One recovery action, as the console knows it: its name for people and what can be said beforehand without asking anybody. The guard
/// saves a useless question; the decision is the service's, by its plan. One object per action, made once.
class OperatorAction {
public:
    /// One thing a person may say beside the reason.
    struct Parameter {
        const char *name; ///< As sent.
        const char *label; ///< Marked in the context Actions.
        const char *hint;
    };
    /// Says why it cannot be done to this one, marked in the context Actions; nullptr when it can.
    using OwnGuard = const char *(*)(const Target &);

    OperatorAction(recovery::Action action, const char *title, const char *effect, OwnGuard ownGuard,
                   std::vector<Parameter> parameters = {});

    recovery::Action action() const { return m_row.action; }
    QString name() const; ///< As sent.
    QString title() const;
    QString effect() const; ///< One sentence for tooltip and dialog.
    recovery::Confirmation confirmation() const { return m_row.confirmation; }
    bool isIrreversible() const { return m_row.isIrreversible; }
    bool takes(recovery::TargetKind kind) const { return m_row.targets.contains(kind); }
    const std::vector<Parameter> &parameters() const { return m_parameters; }

    /// Pure.
    Guard guard(const Selection &selection) const;

    /// What has to be typed before it is done to these; empty where nothing has.
    QString wordToType(const Selection &selection) const;

private:
    Guard guardOne(const Target &target) const;

    const recovery::ActionRow &m_row;
    const char *m_title;
    const char *m_effect;
    OwnGuard m_ownGuard;
    std::vector<Parameter> m_parameters;
};

} // namespace slipway::console
