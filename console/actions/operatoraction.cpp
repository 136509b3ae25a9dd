// SPDX-License-Identifier: GPL-3.0-only
#include "console/actions/operatoraction.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

/// More are two decisions: nobody reads a longer list.
constexpr qsizetype mostTargets = 50;

QString inActions(const char *text) { return QCoreApplication::translate("Actions", text); }

} // namespace

OperatorAction::OperatorAction(recovery::Action action, const char *title, const char *effect, OwnGuard ownGuard,
                               std::vector<Parameter> parameters)
    : m_row(recovery::rowOf(action))
    , m_title(title)
    , m_effect(effect)
    , m_ownGuard(ownGuard)
    , m_parameters(std::move(parameters))
{
}

QString OperatorAction::name() const { return QString::fromLatin1(m_row.name.data(), qsizetype(m_row.name.size())); }
QString OperatorAction::title() const { return inActions(m_title); }
QString OperatorAction::effect() const { return inActions(m_effect); }

Guard OperatorAction::guard(const Selection &selection) const
{
    if (selection.isEmpty())
        return Guard::refusal(inActions(QT_TRANSLATE_NOOP("Actions", "Nothing is selected.")));
    if (selection.size() > mostTargets)
        return Guard::refusal(inActions(QT_TRANSLATE_NOOP("Actions", "More than %1 at once: choose fewer.")).arg(mostTargets));
    for (const Target &target : selection) {
        if (const Guard one = guardOne(target); !one.isAllowed)
            return selection.size() == 1 ? one : Guard::refusal(u"%1: %2"_s.arg(target.label, one.reason));
    }
    return {};
}

Guard OperatorAction::guardOne(const Target &target) const
{
    if (!takes(target.kind))
        return Guard::refusal(inActions(QT_TRANSLATE_NOOP("Actions", "It is not for this kind of thing.")));
    for (const protocol::BlockedAction &blocked : target.blocked) {
        if (blocked.action == name())
            return Guard::refusal(blocked.because);
    }
    const char *why = m_ownGuard ? m_ownGuard(target) : nullptr;
    return why ? Guard::refusal(inActions(why)) : Guard {};
}

QString OperatorAction::wordToType(const Selection &selection) const
{
    if (m_row.confirmation != recovery::Confirmation::TypedId || selection.isEmpty())
        return {};
    return selection.size() == 1 ? selection.first().id : QString::number(selection.size());
}

} // namespace slipway::console
