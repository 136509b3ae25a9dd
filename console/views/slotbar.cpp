// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/slotbar.h"

#include "console/models/wording.h"
#include "console/session/session.h"
#include "console/views/appearance.h"
#include "console/views/spoken.h"

#include <QJsonArray>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace slipway::console {

SlotBar::SlotBar(Session &session, QWidget *parent)
    : QToolBar(parent)
    , m_session(session)
{
    setObjectName(u"slots"_s);
    connect(&session, &Session::overviewChanged, this, &SlotBar::refresh);
    spoken(this, [this] {
        setWindowTitle(tr("Slots"));
        setAccessibleName(tr("Slots"));
        refresh();
    });
}

void SlotBar::refresh()
{
    const QJsonArray partitions = m_session.overview().value("partitions"_L1).toArray();
    while (m_buttons.size() > partitions.size())
        delete m_buttons.takeLast();
    for (qsizetype i = 0; i < partitions.size(); ++i) {
        if (i == m_buttons.size()) {
            auto *button = new QToolButton(this);
            button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
            button->setFocusPolicy(Qt::TabFocus);
            addWidget(button);
            connect(button, &QToolButton::clicked, this, [this, button] {
                const QString batch = button->property("batch").toString();
                Q_EMIT openWanted(batch.isEmpty() ? u"partition"_s : u"batch"_s,
                                  batch.isEmpty() ? button->objectName() : batch);
            });
            m_buttons.append(button);
        }
        const QJsonObject partition = partitions.at(i).toObject();
        const QJsonObject slot = partition.value("slot"_L1).toObject();
        const QString key = partition.value("key"_L1).toString();
        const QString status = slot.value("status"_L1).toString();
        QToolButton *button = m_buttons[i];
        button->setObjectName(key);
        button->setProperty("batch", slot.isEmpty() ? QString() : QString::number(slot.value("batchId"_L1).toInteger()));
        const QString text = slot.isEmpty()
            ? tr("%1: free").arg(key)
            : tr("%1: batch %2, %3, %4")
                  .arg(key)
                  .arg(slot.value("batchId"_L1).toInteger())
                  .arg(wordFor(status), duration(std::chrono::milliseconds(slot.value("ageMs"_L1).toInteger())));
        button->setText(text);
        button->setAccessibleName(text);
        button->setToolTip(slot.isEmpty() ? tr("Shows the partition") : tr("Opens the batch"));
        button->setIcon(appearance::signOf(slot.isEmpty() ? Tone::Good : toneOf(status)));
    }
}

} // namespace slipway::console
