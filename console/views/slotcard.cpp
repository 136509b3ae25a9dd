// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/slotcard.h"

#include "console/actions/actioncatalogue.h"
#include "console/models/wording.h"
#include "console/session/session.h"
#include "console/views/appearance.h"
#include "console/views/spoken.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace slipway::console {

SlotCard::SlotCard(Session &session, QWidget *parent)
    : QFrame(parent)
    , m_session(session)
    , m_title(new QLabel(this))
    , m_sign(new QLabel(this))
    , m_standing(new QLabel(this))
    , m_details(new QLabel(this))
    , m_why(new QLabel(this))
    , m_waiting(new QLabel(this))
    , m_rounds(new QLabel(this))
    , m_open(new QPushButton(this))
{
    setFrameShape(StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_standing->setFont(bold);
    for (QLabel *label : { m_title, m_standing, m_details, m_why, m_waiting, m_rounds }) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_title);
    auto *standing = new QHBoxLayout;
    standing->addWidget(m_sign);
    standing->addWidget(m_standing, 1);
    layout->addLayout(standing);
    for (QLabel *label : { m_details, m_why, m_waiting, m_rounds })
        layout->addWidget(label);
    layout->addStretch();
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_open);
    for (const auto action :
         { recovery::Action::RunRound, recovery::Action::PausePartition, recovery::Action::ResumePartition }) {
        auto *button = new QPushButton(this);
        const OperatorAction *offered = actionFor(action);
        button->setObjectName(offered->name());
        connect(button, &QPushButton::clicked, this, [this, offered] { Q_EMIT actionWanted(*offered, { target() }); });
        buttons->addWidget(button);
        m_actions.append(button);
    }
    buttons->addStretch();
    layout->addLayout(buttons);
    connect(m_open, &QPushButton::clicked, this,
            [this] { Q_EMIT openWanted(u"batch"_s, QString::number(m_partition["slot"_L1]["batchId"_L1].toInteger())); });
    connect(&session, &Session::ageChanged, this, &SlotCard::refreshWhy);
    connect(&session, &Session::stateChanged, this, &SlotCard::refreshButtons);
    connect(&session, &Session::identityChanged, this, &SlotCard::refreshButtons);
    spoken(this, [this] { refresh(); });
}

void SlotCard::show(const QJsonObject &partition)
{
    m_partition = partition;
    m_key = partition.value("key"_L1).toString();
    refresh();
    readBatch();
}

Target SlotCard::target() const
{
    return { .kind = recovery::TargetKind::Partition,
             .id = m_key,
             .version = m_partition.value("version"_L1).toInteger(),
             .label = m_key,
             .standing = m_partition.value("mode"_L1).toString() };
}

void SlotCard::readBatch()
{
    const qint64 batch = m_partition["slot"_L1]["batchId"_L1].toInteger();
    if (batch == 0) {
        m_diagnosis.reset();
        return;
    }
    m_session.api().get(u"/ops/v1/batches/%1"_s.arg(batch), this, [this, batch](const Answer &answer) {
        if (!answer.isOk() || m_partition["slot"_L1]["batchId"_L1].toInteger() != batch)
            return;
        m_diagnosis = protocol::Diagnosis::fromJson(answer.object().value("diagnosis"_L1).toObject());
        refreshWhy();
    });
}

void SlotCard::showLastRounds(const QString &sentence)
{
    m_rounds->setText(sentence);
    m_rounds->setVisible(!sentence.isEmpty());
}

void SlotCard::refreshWhy()
{
    m_why->setVisible(m_diagnosis.has_value());
    if (m_diagnosis)
        m_why->setText(sentenceOf(*m_diagnosis) + u'\n' + nextByItself(*m_diagnosis, m_session.clock().now()));
}

QString SlotCard::slotText(const QJsonObject &slot) const
{
    const auto ms = [&](QLatin1StringView name) { return duration(std::chrono::milliseconds(slot.value(name).toInteger())); };
    QString text =
        tr("%1 for %2, whole batch %3").arg(wordFor(slot.value("phase"_L1).toString()), ms("phaseAgeMs"_L1), ms("ageMs"_L1));
    text += u'\n' + tr("%n request(s)", nullptr, slot.value("memberCount"_L1).toInt());
    if (const QJsonObject mergeRequest = slot.value("mergeRequest"_L1).toObject(); !mergeRequest.isEmpty())
        text += u" · "_s + tr("merge request !%1").arg(mergeRequest.value("iid"_L1).toInteger());
    return text;
}

void SlotCard::refresh()
{
    const QString mode = m_partition.value("mode"_L1).toString();
    const QJsonObject slot = m_partition.value("slot"_L1).toObject();
    const QString status = slot.value("status"_L1).toString();
    QString title = m_key;
    if (const QString project = m_partition.value("project"_L1).toString(); !project.isEmpty())
        title += u" · %1 @ %2"_s.arg(project, m_partition.value("branch"_L1).toString());
    m_title->setText(title);
    m_standing->setText(slot.isEmpty() ? tr("Slot free")
                                       : tr("Batch %1: %2").arg(slot.value("batchId"_L1).toInteger()).arg(wordFor(status)));
    m_sign->setPixmap(appearance::signOf(slot.isEmpty() ? Tone::Good : toneOf(status)).pixmap(16, 16));
    m_details->setText(slot.isEmpty() ? QString() : slotText(slot));
    m_details->setVisible(!slot.isEmpty());
    refreshWhy();
    showLastRounds(m_rounds->text());
    const QJsonObject waiting = m_partition.value("waiting"_L1).toObject();
    const int count = waiting.value("count"_L1).toInt();
    QString text = count == 0 ? tr("Nobody waits.")
                              : tr("%n waiting, the oldest for %1", nullptr, count)
                                    .arg(duration(std::chrono::milliseconds(waiting.value("oldestAgeMs"_L1).toInteger())));
    if (!mode.isEmpty() && mode != "OPEN"_L1)
        text += u'\n'
            + tr("%1 by %2: %3")
                  .arg(wordFor(mode), m_partition.value("changedBy"_L1).toString(), m_partition.value("reason"_L1).toString());
    m_waiting->setText(text);
    m_open->setText(tr("Open Batch"));
    m_open->setAccessibleName(tr("Open the batch that holds the slot of %1").arg(m_key));
    m_open->setVisible(!slot.isEmpty());
    setAccessibleName(tr("Partition %1").arg(m_key));
    setAccessibleDescription(m_standing->text() + u". "_s + text);
    refreshButtons();
}

void SlotCard::refreshButtons()
{
    const QString why = m_session.whyNoActions();
    for (QPushButton *button : std::as_const(m_actions)) {
        const OperatorAction *action = actionNamed(button->objectName());
        const Guard guard = action->guard(Selection { target() });
        const bool isOpposite =
            action->action() == recovery::Action::PausePartition || action->action() == recovery::Action::ResumePartition;
        button->setText(action->title());
        button->setAccessibleName(action->title() + u' ' + m_key);
        button->setVisible(!isOpposite || guard.isAllowed);
        button->setEnabled(why.isEmpty() && guard.isAllowed);
        button->setToolTip(!why.isEmpty() ? why : guard.isAllowed ? action->effect() : guard.reason);
    }
}

} // namespace slipway::console
