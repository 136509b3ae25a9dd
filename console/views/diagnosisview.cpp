// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/diagnosisview.h"

#include "console/actions/actioncatalogue.h"
#include "console/session/session.h"
#include "console/views/appearance.h"
#include "console/views/spoken.h"

#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

QLabel *text(const QString &words, QWidget *parent)
{
    auto *label = new QLabel(words, parent);
    label->setTextFormat(Qt::PlainText); // What comes over the network is never read as markup.
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setFocusPolicy(Qt::NoFocus);
    return label;
}

QLabel *quietText(const QString &words, QWidget *parent)
{
    QLabel *label = text(words, parent);
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, appearance::quiet());
    label->setPalette(palette);
    return label;
}

recovery::TargetKind kindNamed(const QString &name)
{
    const auto names = recovery::targetKindNames;
    const auto found = std::ranges::find(names, name.toStdString());
    return found == names.end() ? recovery::TargetKind::Operation : recovery::TargetKind(found - names.begin());
}

} // namespace

DiagnosisView::DiagnosisView(Session &session, QWidget *parent)
    : QFrame(parent)
    , m_session(session)
    , m_layout(new QVBoxLayout(this))
{
    setFrameShape(StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_layout->addStretch();
    connect(&session, &Session::ageChanged, this, &DiagnosisView::refreshAge);
    connect(&session, &Session::stateChanged, this, &DiagnosisView::refreshPermission);
    connect(&session, &Session::identityChanged, this, &DiagnosisView::refreshPermission);
    spoken(this, [this] {
        setAccessibleName(tr("Diagnosis"));
        rebuild();
    });
}

void DiagnosisView::show(const std::optional<protocol::Diagnosis> &diagnosis, const std::optional<Target> &target)
{
    const bool isSameTarget = m_target.has_value() == target.has_value()
        && (!target || (target->isSame(*m_target) && target->version == m_target->version));
    if (isSameTarget && m_diagnosis == diagnosis && m_instead.isEmpty())
        return; // The buttons stay where somebody may be about to click.
    m_diagnosis = diagnosis;
    m_target = target;
    m_instead.clear();
    rebuild();
}

void DiagnosisView::say(const QString &sentence)
{
    if (!m_diagnosis && m_instead == sentence)
        return;
    m_diagnosis.reset();
    m_instead = sentence;
    rebuild();
}

void DiagnosisView::rebuild()
{
    QString focused;
    if (m_body) {
        const auto *button = qobject_cast<QPushButton *>(m_body->focusWidget());
        focused = button && button->hasFocus() ? button->text() : QString();
        m_body->hide();
        m_body->deleteLater();
    }
    m_age = nullptr;
    m_next = nullptr;
    m_body = new QWidget(this);
    m_layout->insertWidget(0, m_body);
    auto *layout = new QVBoxLayout(m_body);
    layout->setContentsMargins(2, 2, 2, 2);
    if (!m_diagnosis) {
        layout->addWidget(quietText(m_instead.isEmpty() ? tr("Nothing waits here: it is over.") : m_instead, m_body));
        return;
    }
    m_age = quietText({}, m_body);
    layout->addWidget(m_age);
    QLabel *sentence = text(sentenceOf(*m_diagnosis), m_body);
    QFont bold = sentence->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.1);
    sentence->setFont(bold);
    sentence->setAccessibleName(sentence->text());
    layout->addWidget(sentence);
    m_next = text({}, m_body);
    layout->addWidget(m_next);
    addAdvice();
    addFacts();
    refreshAge();
    refreshPermission();
    for (QPushButton *button : m_body->findChildren<QPushButton *>()) {
        if (!focused.isEmpty() && button->text() == focused)
            button->setFocus(); // Where the keyboard was before it was read anew.
    }
}

void DiagnosisView::addAdvice()
{
    auto *layout = static_cast<QVBoxLayout *>(m_body->layout());
    auto *grid = new QGridLayout; // A short button, and beside it what it would do.
    grid->setColumnStretch(1, 1);
    grid->setHorizontalSpacing(10);
    bool isFirst = true;
    for (const protocol::AdvisedAction &advised : m_diagnosis->nextSafeActions) {
        const int row = grid->rowCount();
        QPushButton *button = buttonFor(advised, isFirst);
        if (button)
            grid->addWidget(button, row, 0);
        grid->addWidget(text(advised.text, m_body), row, button ? 1 : 0, 1, button ? 1 : 2);
        isFirst = isFirst && !button;
    }
    layout->addLayout(grid);
    for (const protocol::BlockedAction &blocked : m_diagnosis->blockedActions) {
        const OperatorAction *action = actionNamed(blocked.action);
        const QString name = action ? action->title() : factValue(blocked.action);
        layout->addWidget(quietText(tr("Not now: %1. %2").arg(name, blocked.because), m_body));
    }
}

/// nullptr for what is done elsewhere.
QPushButton *DiagnosisView::buttonFor(const protocol::AdvisedAction &advised, bool isFirst)
{
    const OperatorAction *action = advised.isOurs ? actionNamed(advised.action) : nullptr;
    const bool opensBatch = advised.action == "OPEN_BATCH"_L1 && advised.targetId;
    if (!action && !opensBatch)
        return nullptr;
    auto *button = new QPushButton(action ? action->title() : tr("Open Batch %1").arg(*advised.targetId), m_body);
    button->setAccessibleName(u"%1: %2"_s.arg(button->text(), advised.text));
    button->setAutoDefault(false);
    if (!action) {
        connect(button, &QPushButton::clicked, this, [this, id = *advised.targetId] { Q_EMIT openWanted(u"batch"_s, id); });
        return button;
    }
    button->setObjectName(action->name());
    button->setProperty("effect", action->effect());
    if (isFirst) { // The only highlighted one.
        QPalette palette = button->palette();
        palette.setColor(QPalette::Active, QPalette::Button, palette.color(QPalette::Highlight));
        palette.setColor(QPalette::Inactive, QPalette::Button, palette.color(QPalette::Highlight));
        palette.setColor(QPalette::Active, QPalette::ButtonText, palette.color(QPalette::HighlightedText));
        palette.setColor(QPalette::Inactive, QPalette::ButtonText, palette.color(QPalette::HighlightedText));
        button->setPalette(palette);
    }
    connect(button, &QPushButton::clicked, this,
            [this, action, target = targetOf(advised)] { Q_EMIT actionWanted(*action, { target }); });
    return button;
}

Target DiagnosisView::targetOf(const protocol::AdvisedAction &advised) const
{
    Target target { .kind = kindNamed(advised.targetType.value_or(QString())), .id = advised.targetId.value_or(QString()) };
    if (m_target && (target.id.isEmpty() || target.isSame(*m_target)))
        return *m_target;
    target.label = wordFor(advised.targetType.value_or(QString())) + u' ' + target.id;
    return target;
}

void DiagnosisView::addFacts()
{
    if (m_diagnosis->facts.empty())
        return;
    auto *form = new QFormLayout;
    form->setContentsMargins(0, 6, 0, 0);
    form->setVerticalSpacing(2);
    form->setLabelAlignment(Qt::AlignLeft);
    for (const protocol::DiagnosisFact &fact : m_diagnosis->facts) {
        const auto at = fromIso(fact.value);
        QLabel *value = text(factValue(fact.value), m_body);
        if (at)
            value->setToolTip(bothTimes(*at));
        form->addRow(quietText(factName(fact.name), m_body), value);
    }
    static_cast<QVBoxLayout *>(m_body->layout())->addLayout(form);
}

void DiagnosisView::refreshAge()
{
    if (!m_diagnosis || !m_age)
        return;
    const Instant now = m_session.clock().now();
    m_age->setText(tr("%1 · since %2").arg(wordFor(m_diagnosis->code), ageOf(m_diagnosis->since, now)));
    m_age->setToolTip(m_diagnosis->code + u'\n' + bothTimes(m_diagnosis->since));
    m_next->setText(nextByItself(*m_diagnosis, now));
    if (const auto &next = m_diagnosis->nextAutomatic; next && next->at)
        m_next->setToolTip(bothTimes(*next->at));
}

void DiagnosisView::refreshPermission()
{
    if (!m_body)
        return;
    const QString why = m_session.whyNoActions();
    for (QPushButton *button : m_body->findChildren<QPushButton *>()) {
        const QString effect = button->property("effect").toString();
        if (effect.isEmpty())
            continue;
        button->setEnabled(why.isEmpty());
        button->setToolTip(why.isEmpty() ? effect : why);
    }
}

} // namespace slipway::console
