// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/messagebar.h"

#include "console/views/appearance.h"
#include "console/views/spoken.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace slipway::console {

MessageBar::MessageBar(QWidget *parent)
    : QFrame(parent)
    , m_sign(new QLabel(this))
    , m_text(new QLabel(this))
    , m_close(new QToolButton(this))
{
    setAutoFillBackground(true);
    setFrameShape(StyledPanel);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_close->setText(QStringLiteral("×"));
    m_close->setAutoRaise(true);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 3, 4, 3);
    layout->addWidget(m_sign);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    spoken(this, [this] {
        setAccessibleName(tr("Message"));
        m_close->setAccessibleName(tr("Close the message"));
        m_close->setToolTip(m_close->accessibleName());
    });
    hide();
}

void MessageBar::say(const QString &sentence, Tone tone)
{
    const bool isNew = sentence != m_text->text();
    m_text->setText(sentence);
    m_tone = tone;
    setAccessibleDescription(sentence);
    setVisible(!sentence.isEmpty());
    colour();
    if (isNew && !sentence.isEmpty()) {
        QAccessibleEvent event(this, QAccessible::Alert); // Heard, not only seen.
        QAccessible::updateAccessibility(&event);
    }
}

QString MessageBar::sentence() const { return isHidden() ? QString() : m_text->text(); }

void MessageBar::setClosable(bool isClosable) { m_close->setVisible(isClosable); }

void MessageBar::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        colour();
}

void MessageBar::colour()
{
    m_sign->setPixmap(appearance::signOf(m_tone).pixmap(16, 16));
    const QColor base = palette().color(QPalette::Base);
    const QColor tone = appearance::colourOf(m_tone);
    const auto mixed = [](int a, int b) { return (a * 6 + b) / 7; };
    QPalette own = palette();
    own.setColor(QPalette::Window,
                 QColor(mixed(base.red(), tone.red()), mixed(base.green(), tone.green()), mixed(base.blue(), tone.blue())));
    setPalette(own);
}

} // namespace slipway::console
