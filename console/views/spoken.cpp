// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/spoken.h"

#include <QEvent>

namespace slipway::console {
namespace {

class Speaker : public QObject {
public:
    Speaker(QWidget *widget, std::function<void()> say)
        : QObject(widget)
        , m_say(std::move(say))
    {
        widget->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::LanguageChange)
            m_say();
        return false;
    }

private:
    std::function<void()> m_say;
};

} // namespace

void spoken(QWidget *widget, std::function<void()> say)
{
    say();
    new Speaker(widget, std::move(say));
}

} // namespace slipway::console
