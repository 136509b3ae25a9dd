// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/page.h"

#include "console/views/spoken.h"

#include <QCoreApplication>

namespace slipway::console {

Page::Page(Session &session, const QString &name, const char *title, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_name(name)
    , m_title(title)
{
    setObjectName(name);
    spoken(this, [this] { setAccessibleName(Page::title()); });
}

QString Page::title() const { return QCoreApplication::translate("Pages", m_title); }

void Page::setBadge(int badge)
{
    if (m_badge == badge)
        return;
    m_badge = badge;
    Q_EMIT badgeChanged();
}

void Page::setProblem(const QString &problem)
{
    if (m_problem == problem)
        return;
    m_problem = problem;
    Q_EMIT problemChanged();
}

} // namespace slipway::console
