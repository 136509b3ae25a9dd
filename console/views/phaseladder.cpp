// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/phaseladder.h"

#include "console/models/wording.h"
#include "console/session/session.h"
#include "console/views/appearance.h"
#include "console/views/spoken.h"
#include "shared/workflow/batch.h"

#include <QEvent>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

constexpr double sign = 16;

} // namespace

PhaseLadder::PhaseLadder(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&session, &Session::ageChanged, this, qOverload<>(&QWidget::update));
    spoken(this, [this] { setAccessibleName(tr("Phases")); });
}

QSize PhaseLadder::sizeHint() const
{
    return { fontMetrics().averageCharWidth() * 8 * int(workflow::Phase::Count), fontMetrics().height() * 4 + 28 };
}

void PhaseLadder::show(const protocol::BatchDetail &batch)
{
    m_batch = batch;
    setAccessibleDescription(inWords());
    setToolTip(inWords());
    update();
}

QList<PhaseLadder::Rung> PhaseLadder::rungsOf(const protocol::BatchDetail &batch, Instant now)
{
    QList<Rung> rungs;
    const bool isOver = batch.summary.status == "SUCCEEDED"_L1 || batch.summary.status == "FAILED"_L1;
    for (const std::string_view name : workflow::phaseNames) {
        Rung rung { QString::fromLatin1(name.data(), qsizetype(name.size())), std::nullopt, false };
        for (const protocol::BatchPhase &entry : batch.phases) {
            if (entry.toPhase != rung.phase)
                continue;
            const bool isLast = &entry == &batch.phases.back();
            std::chrono::milliseconds lasted(entry.lastedMs.value_or(0));
            if (isLast && !isOver) {
                lasted = std::chrono::duration_cast<std::chrono::milliseconds>(now - entry.at);
                rung.isCurrent = true;
            }
            rung.lasted = rung.lasted.value_or(std::chrono::milliseconds(0)) + lasted;
        }
        rungs.append(rung);
    }
    return rungs;
}

QString PhaseLadder::inWords() const
{
    QStringList words;
    for (const Rung &rung : rungsOf(*m_batch, m_session.clock().now())) {
        if (rung.lasted)
            words.append(tr("%1: %2").arg(wordFor(rung.phase), duration(*rung.lasted)));
    }
    return words.join(u'\n');
}

bool PhaseLadder::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && m_batch)
        setToolTip(inWords());
    return QWidget::event(event);
}

Tone PhaseLadder::toneOf(const Rung &rung) const
{
    if (m_batch->summary.status == "FAILED"_L1 && rung.phase == m_batch->summary.phase)
        return Tone::Bad;
    if (!rung.lasted)
        return Tone::Neutral;
    return !rung.isCurrent ? Tone::Good : m_batch->summary.status == "BLOCKED"_L1 ? Tone::Bad : Tone::Busy;
}

void PhaseLadder::paintEvent(QPaintEvent *)
{
    if (!m_batch)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QList<Rung> rungs = rungsOf(*m_batch, m_session.clock().now());
    const double step = double(width()) / double(rungs.size());
    const double y = 12;
    const double line = fontMetrics().height();
    for (qsizetype i = 0; i < rungs.size(); ++i) {
        const Rung &rung = rungs[i];
        const double x = step * (double(i) + 0.5);
        if (i > 0) {
            const bool isWay = rung.lasted.has_value();
            painter.setPen(QPen(isWay ? appearance::colourOf(Tone::Good) : palette().color(QPalette::Mid), isWay ? 2 : 1));
            painter.drawLine(QPointF(x - step + sign / 2 + 2, y), QPointF(x - sign / 2 - 2, y));
        }
        appearance::paintSign(painter, QRectF(x - sign / 2, y - sign / 2, sign, sign), toneOf(rung));
        QFont font = this->font();
        font.setBold(rung.isCurrent);
        painter.setFont(font);
        painter.setPen(rung.lasted ? palette().color(QPalette::WindowText) : appearance::quiet());
        // Every second one stands lower, so that each has the room of two.
        const double wide = std::min(step * 2 - 4, 2 * std::min(x, width() - x));
        const QRectF box(x - wide / 2, y + sign / 2 + 3 + (i % 2 ? line * 2 : 0), wide, line);
        painter.drawText(box, Qt::AlignCenter, QFontMetrics(font).elidedText(wordFor(rung.phase), Qt::ElideRight, int(wide)));
        if (rung.lasted)
            painter.drawText(box.translated(0, line), Qt::AlignCenter, duration(*rung.lasted));
    }
}

} // namespace slipway::console
