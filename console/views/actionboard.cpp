// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/actionboard.h"

#include "console/actions/actioncatalogue.h"
#include "console/models/wording.h"
#include "console/session/session.h"
#include "console/views/rundialog.h"
#include "console/views/spoken.h"

#include <QAction>
#include <QMenu>

#include <array>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

struct Chord {
    recovery::Action action;
    char key; ///< After Ctrl+E.
};
constexpr auto chords = std::to_array<Chord>({
    { recovery::Action::ReCheck, 'C' },
    { recovery::Action::RetryStep, 'R' },
    { recovery::Action::AlignWithRemote, 'A' },
    { recovery::Action::SettleFailed, 'S' },
    { recovery::Action::Block, 'B' },
    { recovery::Action::Unblock, 'U' },
    { recovery::Action::RequeueMembers, 'Q' },
    { recovery::Action::ConfirmPipeline, 'P' },
    { recovery::Action::CloseRequest, 'X' },
    { recovery::Action::MarkValidated, 'V' },
    { recovery::Action::ReconcileNow, 'D' },
    { recovery::Action::RunRound, 'N' },
    { recovery::Action::PausePartition, 'H' },
    { recovery::Action::ResumePartition, 'O' },
    { recovery::Action::Remind, 'M' },
    { recovery::Action::ConfirmAction, 'Y' },
    { recovery::Action::RejectAction, 'Z' },
});

QKeySequence chordOf(recovery::Action action)
{
    const auto found = std::ranges::find(chords, action, &Chord::action);
    return found == chords.end() ? QKeySequence() : QKeySequence(u"Ctrl+E, %1"_s.arg(QLatin1Char(found->key)));
}

} // namespace

ActionBoard::ActionBoard(Session &session, QWidget &window)
    : QObject(&window)
    , m_session(session)
    , m_window(window)
{
    for (const OperatorAction &offered : actionCatalogue()) {
        auto *action = new QAction(&window);
        action->setObjectName(offered.name());
        action->setShortcut(chordOf(offered.action()));
        connect(action, &QAction::triggered, this, [this, &offered] { start(offered, m_selection); });
        window.addAction(action);
        m_actions.append(action);
    }
    connect(&session, &Session::stateChanged, this, &ActionBoard::refresh);
    connect(&session, &Session::identityChanged, this, &ActionBoard::refresh);
    spoken(&window, [this] { refresh(); });
}

void ActionBoard::setSelection(const Selection &selection)
{
    m_selection = selection;
    refresh();
}

void ActionBoard::refresh()
{
    const QString why = m_session.whyNoActions();
    for (qsizetype i = 0; i < m_actions.size(); ++i) {
        const OperatorAction &offered = actionCatalogue()[size_t(i)];
        const Guard guard = why.isEmpty() ? offered.guard(m_selection) : Guard::refusal(why);
        QAction *action = m_actions.at(i);
        action->setText(offered.title() + u'…');
        action->setEnabled(guard.isAllowed);
        action->setToolTip(guard.isAllowed ? offered.effect() : guard.reason);
        action->setStatusTip(action->toolTip());
    }
}

void ActionBoard::addTo(QMenu &menu) const
{
    for (qsizetype i = 0; i < m_actions.size(); ++i) {
        const OperatorAction &offered = actionCatalogue()[size_t(i)];
        if (!m_selection.isEmpty() && offered.takes(m_selection.first().kind))
            menu.addAction(m_actions.at(i));
    }
    if (!menu.isEmpty())
        menu.addSeparator();
}

void ActionBoard::start(const OperatorAction &action, const Selection &selection)
{
    auto *run = new ActionRun(m_session, action, selection, this);
    if (const Guard guard = run->begin(); !guard.isAllowed) {
        delete run;
        Q_EMIT said(u"%1: %2"_s.arg(action.title(), guard.reason), true);
        return;
    }
    m_runs.append(run);
    connect(run, &ActionRun::stageChanged, this, &ActionBoard::runsChanged);
    connect(run, &ActionRun::itemChanged, this, &ActionBoard::runsChanged);
    Q_EMIT runsChanged();
    if (action.confirmation() == recovery::Confirmation::None)
        finishUnasked(*run);
    else
        show(*run);
}

void ActionBoard::finishUnasked(ActionRun &run)
{
    connect(&run, &ActionRun::stageChanged, this, [this, &run] {
        if (run.stage() == ActionRun::Stage::Asking) {
            run.confirm(tr("A look from the console"), {});
            return;
        }
        if (run.stage() != ActionRun::Stage::Ended)
            return;
        const bool isGood =
            run.count("DONE"_L1) + run.count("STARTED"_L1) + run.count("ALREADY_FINE"_L1) == int(run.items().size());
        Q_EMIT said(u"%1: %2"_s.arg(run.action().title(), run.items().front().text), !isGood);
    });
}

void ActionBoard::show(ActionRun &run)
{
    for (RunDialog *dialog : m_window.findChildren<RunDialog *>()) {
        if (&dialog->run() == &run) {
            dialog->raise();
            dialog->activateWindow();
            return;
        }
    }
    auto *dialog = new RunDialog(run, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    // Closed before the confirmation: it is not wanted any more.
    connect(dialog, &QDialog::finished, &run, [&run] {
        if (run.stage() == ActionRun::Stage::Planning || run.stage() == ActionRun::Stage::Asking)
            run.cancel();
    });
    dialog->show();
}

} // namespace slipway::console
