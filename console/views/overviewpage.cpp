// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/overviewpage.h"

#include "console/models/listtables.h"
#include "console/session/session.h"
#include "console/views/appearance.h"
#include "console/views/rowsview.h"
#include "console/views/slotcard.h"
#include "console/views/sparkline.h"
#include "console/views/spoken.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

constexpr qsizetype longestHistory = 120;
constexpr int cardsInARow = 2;
constexpr qsizetype lastRounds = 5;

double minutesOf(const protocol::BatchSummary &batch)
{
    return double(std::chrono::duration_cast<std::chrono::milliseconds>(batch.updatedAt - batch.createdAt).count()) / 60000.0;
}

QLabel *plain(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel *heading(QWidget *parent)
{
    QLabel *label = plain(parent);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    return label;
}

} // namespace

OverviewPage::OverviewPage(Session &session, QWidget *parent)
    : Page(session, u"overview"_s, QT_TRANSLATE_NOOP("Pages", "Overview"), parent)
    , m_content(new QWidget)
    , m_grid(new QGridLayout)
    , m_forge(plain(m_content))
    , m_counts(plain(m_content))
    , m_warnings(plain(m_content))
    , m_lately(heading(m_content))
    , m_instancesTitle(heading(m_content))
    , m_waiting(new Sparkline(m_content))
    , m_times(new Sparkline(m_content))
    , m_failures(new Sparkline(m_content))
    , m_instances(tables::instances())
    , m_batches(tables::batches())
    , m_batchesFeed(session.api(), m_batches, u"/ops/v1/batches"_s)
{
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_content);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
    m_instancesView = new RowsView(m_instances, u"instances"_s, m_content);
    m_instancesView->setFixedHeight(fontMetrics().height() * 7);
    const QList<int> widths { 14, 18, 10, 16, 12, 20 };
    for (int column = 0; column < widths.size(); ++column)
        m_instancesView->setColumnWidth(column, widths[column] * fontMetrics().horizontalAdvance(u'0') + 16);
    m_failures->setBars(Tone::Bad);
    m_instances.setNow([&session] { return session.clock().now(); });
    auto *layout = new QVBoxLayout(m_content);
    layout->addLayout(m_grid);
    layout->addWidget(m_forge);
    layout->addWidget(m_lately);
    auto *pictures = new QHBoxLayout;
    for (Sparkline *picture : { m_waiting, m_times, m_failures })
        pictures->addWidget(picture);
    layout->addLayout(pictures);
    layout->addWidget(m_counts);
    layout->addWidget(m_warnings);
    layout->addWidget(m_instancesTitle);
    layout->addWidget(m_instancesView);
    layout->addStretch(1);
    connect(&session, &Session::overviewChanged, this, &OverviewPage::take);
    connect(&session, &Session::ageChanged, this, [this] {
        if (isVisible())
            m_instancesView->viewport()->update();
    });
    connect(&m_batchesFeed, &ListFeed::read, this, [this](const QString &problem) {
        setProblem(problem);
        takeTrends();
    });
    spoken(this, [this, scroll] {
        scroll->setAccessibleName(title());
        speak();
    });
}

OverviewPage::~OverviewPage() { delete m_instancesView; /* Its model goes before it. */ }

void OverviewPage::refresh() { m_batchesFeed.refresh(); }

bool OverviewPage::open(const QString &partition)
{
    for (SlotCard *card : std::as_const(m_cards)) {
        if (card->key() == partition)
            card->setFocus();
    }
    return true;
}

void OverviewPage::take()
{
    const QJsonObject &overview = session().overview();
    if (overview.isEmpty())
        return;
    takeCards(overview.value("partitions"_L1).toArray());
    m_instances.takeHead(overview.value("instances"_L1).toArray(), true);
    double waiting = 0;
    for (const QJsonValue &partition : overview.value("partitions"_L1).toArray())
        waiting += partition["waiting"_L1]["count"_L1].toDouble();
    m_waitingHistory.append(waiting);
    if (m_waitingHistory.size() > longestHistory)
        m_waitingHistory.removeFirst();
    takeTrends();
    takeWords();
}

void OverviewPage::takeCards(const QJsonArray &partitions)
{
    while (m_cards.size() > partitions.size())
        delete m_cards.takeLast();
    for (qsizetype i = 0; i < partitions.size(); ++i) {
        if (i == m_cards.size()) {
            auto *card = new SlotCard(session(), m_content);
            connect(card, &SlotCard::actionWanted, this, &Page::actionWanted);
            connect(card, &SlotCard::openWanted, this, &Page::openWanted);
            m_grid->addWidget(card, int(i) / cardsInARow, int(i) % cardsInARow);
            m_cards.append(card);
        }
        m_cards[i]->show(partitions.at(i).toObject());
    }
}

void OverviewPage::takeTrends()
{
    QList<double> minutes;
    QList<double> failures;
    int failed = 0;
    for (auto batch = m_batches.rows().rbegin(); batch != m_batches.rows().rend(); ++batch) {
        if (batch->status == "SUCCEEDED"_L1)
            minutes.append(minutesOf(*batch));
        failures.append(batch->status == "FAILED"_L1 ? 1 : 0);
        failed += batch->status == "FAILED"_L1 ? 1 : 0;
    }
    const double now = m_waitingHistory.isEmpty() ? 0 : m_waitingHistory.last();
    m_waiting->show(tr("Waiting since this window opened"), m_waitingHistory, tr("%n now", nullptr, int(now)));
    m_times->show(tr("Time of the last batches"), minutes,
                  minutes.isEmpty() ? tr("none yet")
                                    : tr("last %1").arg(duration(std::chrono::milliseconds(qint64(minutes.last() * 60000)))));
    m_failures->show(tr("Failures among the last batches"), failures, tr("%1 of %2").arg(failed).arg(failures.size()));
    for (SlotCard *card : std::as_const(m_cards))
        card->showLastRounds(lastRoundsOf(card->key()));
}

QString OverviewPage::lastRoundsOf(const QString &partition) const
{
    QStringList rounds;
    for (const protocol::BatchSummary &batch : m_batches.rows()) {
        if (batch.partition.value() != partition || (batch.status != "SUCCEEDED"_L1 && batch.status != "FAILED"_L1))
            continue;
        rounds.append(u"#%1 %2 (%3)"_s.arg(batch.id.value()).arg(wordFor(batch.status)).arg(batch.memberCount));
        if (rounds.size() == lastRounds)
            break;
    }
    return rounds.isEmpty() ? QString() : tr("Last rounds (with so many requests): %1").arg(rounds.join(u"; "_s));
}

QString OverviewPage::forgeText() const
{
    const QJsonObject forge = session().overview().value("forge"_L1).toObject();
    if (forge.isEmpty())
        return tr("GitLab: nothing known yet");
    const Instant now = session().clock().now();
    QString text = tr("GitLab: %1").arg(wordFor(forge.value("state"_L1).toString()));
    if (const auto since = fromIso(forge.value("since"_L1).toString()))
        text = tr("%1 for %2").arg(text, ageOf(*since, now));
    if (const auto next = fromIso(forge.value("nextTry"_L1).toString()); next && *next > now)
        text += u", "_s + tr("next try in %1").arg(ageOf(now, *next));
    if (const auto until = fromIso(forge.value("pausedUntil"_L1).toString()); until && *until > now)
        text += u", "_s + tr("it asked to be left alone for %1").arg(ageOf(now, *until));
    for (const QJsonValue &token : forge.value("refusedTokens"_L1).toArray())
        text += u'\n' + tr("It refuses the token of bot %1.").arg(token["bot"_L1].toString());
    for (const QJsonValue &token : forge.value("tokenEnds"_L1).toArray()) {
        if (const auto end = fromIso(token["at"_L1].toString()))
            text += u'\n' + tr("The token of bot %1 ends on %2.").arg(token["bot"_L1].toString(), localTime(*end));
    }
    return text;
}

QString OverviewPage::loopsText() const
{
    QStringList stopped;
    qint64 oldest = 0;
    const QJsonArray loops = session().overview().value("loops"_L1).toArray();
    for (const QJsonValue &loop : loops) {
        oldest = std::max(oldest, loop["ageMs"_L1].toInteger());
        if (!loop["alive"_L1].toBool())
            stopped.append(
                tr("%1, silent for %2")
                    .arg(loop["name"_L1].toString(), duration(std::chrono::milliseconds(loop["ageMs"_L1].toInteger()))));
    }
    if (!stopped.isEmpty())
        return tr("Loops that stand still: %1").arg(stopped.join(u"; "_s));
    return tr("Loops: all %1 alive, each seen within the last %2")
        .arg(loops.size())
        .arg(duration(std::chrono::milliseconds(oldest)));
}

QString OverviewPage::countsText() const
{
    QStringList counts;
    for (const QJsonValue &status : session().overview().value("statuses"_L1).toArray()) {
        if (const int count = status["count"_L1].toInt(); count > 0)
            counts.append(u"%1 %2%3"_s.arg(wordFor(status["bindingStatus"_L1].toString()))
                              .arg(count)
                              .arg(status["isAtLeast"_L1].toBool() ? u"+"_s : QString()));
    }
    return tr("Requests: %1").arg(counts.isEmpty() ? tr("none yet") : counts.join(u", "_s));
}

void OverviewPage::takeWords()
{
    const QJsonObject &overview = session().overview();
    m_forge->setText(forgeText() + u'\n' + loopsText());
    m_counts->setText(countsText());
    QStringList warnings;
    for (const QJsonValue &warning : overview.value("configWarnings"_L1).toArray())
        warnings.append(tr("Configuration: %1").arg(warning["text"_L1].toString()));
    if (overview.value("frozen"_L1).toBool())
        warnings.prepend(tr("A freeze window is on: no new batch begins."));
    m_warnings->setText(warnings.join(u'\n'));
    m_warnings->setVisible(!warnings.isEmpty());
}

void OverviewPage::speak()
{
    m_lately->setText(tr("Lately"));
    m_instancesTitle->setText(tr("Instances of the service"));
    m_instancesView->setAccessibleName(m_instancesTitle->text());
    m_instances.retranslate();
    takeTrends();
    takeWords();
}

} // namespace slipway::console
