// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/filterbar.h"

#include "console/models/wording.h"
#include "console/views/spoken.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QSignalBlocker>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

QString inFilters(const char *text) { return QCoreApplication::translate("Filters", text); }

} // namespace

QString FilterBar::Question::value() const { return choice ? choice->currentData().toString() : field->text().trimmed(); }

void FilterBar::Question::set(const QString &value) const
{
    if (choice)
        choice->setCurrentIndex(std::max(0, choice->findData(value)));
    else
        field->setText(value);
}

FilterBar::FilterBar(const QString &page, QWidget *parent)
    : QWidget(parent)
    , m_page(page)
    , m_layout(new QHBoxLayout(this))
    , m_words(new QLineEdit(this))
    , m_kept(new QToolButton(this))
    , m_count(new QLabel(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_words->setClearButtonEnabled(true);
    m_words->setMinimumWidth(160);
    m_layout->addWidget(m_words, 1);
    m_layout->addWidget(m_kept);
    m_layout->addWidget(m_count);
    m_kept->setPopupMode(QToolButton::InstantPopup);
    m_kept->setMenu(new QMenu(m_kept));
    connect(m_kept->menu(), &QMenu::aboutToShow, this, &FilterBar::showMenu);
    connect(m_words, &QLineEdit::textChanged, this, &FilterBar::wordsChanged);
    spoken(this, [this] { speak(); });
}

void FilterBar::speak()
{
    m_words->setPlaceholderText(tr("Filter what is loaded, for instance: status:blocked db"));
    m_words->setAccessibleName(tr("Filter"));
    m_kept->setText(tr("Filters"));
    m_kept->setAccessibleName(tr("Kept filters"));
    for (const Question &question : std::as_const(m_questions)) {
        if (question.choice) {
            question.choice->setAccessibleName(inFilters(question.label));
            question.choice->setToolTip(inFilters(question.label));
            question.choice->setItemText(0, tr("%1: all").arg(inFilters(question.label)));
            for (int i = 1; i < question.choice->count(); ++i)
                question.choice->setItemText(i, wordFor(question.choice->itemData(i).toString()));
        } else {
            question.field->setAccessibleName(inFilters(question.label));
            question.field->setPlaceholderText(inFilters(question.label));
        }
    }
}

void FilterBar::addChoice(const char *label, const QString &parameter, const QStringList &words)
{
    auto *choice = new QComboBox(this);
    choice->addItem({}, QString());
    for (const QString &word : words)
        choice->addItem(wordFor(word), word);
    m_questions.append({ label, parameter, choice, nullptr });
    m_layout->insertWidget(int(m_questions.size()), choice);
    connect(choice, &QComboBox::currentIndexChanged, this, &FilterBar::queryChanged);
    speak();
}

void FilterBar::addField(const char *label, const QString &parameter)
{
    auto *field = new QLineEdit(this);
    field->setClearButtonEnabled(true);
    m_questions.append({ label, parameter, nullptr, field });
    m_layout->insertWidget(int(m_questions.size()), field, 1);
    connect(field, &QLineEdit::editingFinished, this, [this, field] {
        if (field->property("asked").toString() == field->text())
            return; // Only left, not changed.
        field->setProperty("asked", field->text());
        Q_EMIT queryChanged();
    });
    speak();
}

QUrlQuery FilterBar::query() const
{
    QUrlQuery query;
    for (const Question &question : m_questions) {
        if (const QString value = question.value(); !value.isEmpty())
            query.addQueryItem(question.parameter, QString::fromLatin1(QUrl::toPercentEncoding(value)));
    }
    return query;
}

QString FilterBar::words() const { return m_words->text(); }
void FilterBar::setWords(const QString &words) { m_words->setText(words); }

void FilterBar::ask(const QString &parameter, const QString &value)
{
    for (const Question &question : std::as_const(m_questions)) {
        const QSignalBlocker choice(question.choice);
        const QSignalBlocker field(question.field);
        question.set(question.parameter == parameter ? value : QString());
    }
    m_words->clear();
    Q_EMIT queryChanged();
}

void FilterBar::setCount(int shown, int loaded, bool goesOn)
{
    const QString text = shown != loaded ? tr("%1 of %2").arg(shown).arg(loaded) : QString::number(loaded);
    m_count->setText(goesOn ? text + u'+' : text);
    m_count->setToolTip(goesOn ? tr("Rows loaded; the service has more.") : tr("Rows; that is all of them."));
    m_count->setAccessibleName(tr("%1 rows").arg(m_count->text()));
}

void FilterBar::focus()
{
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
}

QString FilterBar::asText() const
{
    QUrlQuery text = query();
    text.addQueryItem(u"words"_s, QString::fromLatin1(QUrl::toPercentEncoding(words())));
    return text.toString(QUrl::FullyEncoded);
}

void FilterBar::fromText(const QString &text)
{
    const QUrlQuery query(text);
    for (const Question &question : std::as_const(m_questions)) {
        const QSignalBlocker choice(question.choice);
        const QSignalBlocker field(question.field);
        question.set(query.queryItemValue(question.parameter, QUrl::FullyDecoded));
    }
    m_words->setText(query.queryItemValue(u"words"_s, QUrl::FullyDecoded));
    Q_EMIT queryChanged();
}

void FilterBar::showMenu()
{
    QMenu *menu = m_kept->menu();
    menu->clear();
    for (auto it = m_filters.cbegin(); it != m_filters.cend(); ++it)
        menu->addAction(it.key(), this, [this, text = it.value()] { fromText(text); });
    menu->addSeparator();
    menu->addAction(tr("&Keep This Filter…"), this, [this] {
        auto *dialog = new QInputDialog(this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(tr("Keep This Filter"));
        dialog->setLabelText(tr("Name:"));
        connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &name) {
            if (!name.trimmed().isEmpty())
                m_filters.insert(name.trimmed(), asText());
        });
        dialog->open();
    });
    QMenu *forget = menu->addMenu(tr("&Forget"));
    forget->setEnabled(!m_filters.isEmpty());
    for (const QString &name : m_filters.keys())
        forget->addAction(name, this, [this, name] { m_filters.remove(name); });
    menu->addAction(tr("&Show All"), this, [this] { fromText({}); });
}

void FilterBar::remember(QSettings &settings) const
{
    settings.remove(u"filters/%1"_s.arg(m_page));
    settings.beginGroup(u"filters/%1"_s.arg(m_page));
    for (auto it = m_filters.cbegin(); it != m_filters.cend(); ++it)
        settings.setValue(it.key(), it.value());
    settings.endGroup();
    settings.setValue(u"filter/%1"_s.arg(m_page), asText());
}

void FilterBar::recall(QSettings &settings)
{
    settings.beginGroup(u"filters/%1"_s.arg(m_page));
    for (const QString &name : settings.childKeys())
        m_filters.insert(name, settings.value(name).toString());
    settings.endGroup();
    if (const QString text = settings.value(u"filter/%1"_s.arg(m_page)).toString(); !text.isEmpty())
        fromText(text);
}

} // namespace slipway::console
