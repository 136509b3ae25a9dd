// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/gauges.h"

#include "service/operations/operationsstore.h"
#include "shared/instant.h"
#include "sql/operations.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

struct OpenFindings {
    QString code;
    qint64 count;
    static OpenFindings read(const database::Row &row) { return { row.text("code"), row.number("findings") }; }
};

/// One family: its name, what it says, and a line for each set of labels.
class Family {
public:
    Family(const char *name, const char *help)
        : m_name(QByteArray("slipway_") + name)
        , m_text("# HELP " + m_name + ' ' + help + "\n# TYPE " + m_name + " gauge\n")
    {
    }

    using Label = std::pair<const char *, QString>;
    Family &add(std::initializer_list<Label> labels, double value)
    {
        QByteArray list;
        for (const Label &label : labels)
            list += (list.isEmpty() ? "" : ",") + QByteArray(label.first) + "=\"" + escaped(label.second) + '"';
        m_text += m_name + (list.isEmpty() ? list : '{' + list + '}') + ' ' + QByteArray::number(value, 'g', 15) + '\n';
        return *this;
    }
    const QByteArray &text() const { return m_text; }

private:
    /// As the text format asks for; a label is cut at 128 characters.
    static QByteArray escaped(const QString &label)
    {
        return label.left(128).toUtf8().replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    }

    QByteArray m_name;
    QByteArray m_text;
};

double secondsOf(std::chrono::milliseconds duration) { return double(duration.count()) / 1000; }

QByteArray slotText(database::Connection &connection)
{
    Family status("active_batch", "1 for the batch that holds a partition's slot.");
    Family age("active_batch_age_seconds", "Since the batch that holds the slot was claimed.");
    Family members("active_batch_members", "Requests in the batch that holds the slot.");
    for (const SlotHolderRow &holder : slotHolders(connection)) {
        const QString partition = holder.partition.value();
        const QString name = QString::fromLatin1(workflow::nameOf(holder.status));
        status.add({ { "partition", partition }, { "status", name }, { "phase", holder.phase } }, 1);
        age.add({ { "partition", partition } }, secondsOf(holder.age));
        members.add({ { "partition", partition } }, double(holder.members));
    }
    return status.text() + age.text() + members.text();
}

QByteArray queueText(database::Connection &connection)
{
    Family count("waiting_requests", "Approved requests that no batch has claimed yet.");
    Family age("waiting_oldest_seconds", "Since the oldest of them began to wait.");
    for (const WaitingRow &waiting : waitingCounts(connection)) {
        count.add({ { "partition", waiting.partition.value() } }, double(waiting.count));
        age.add({ { "partition", waiting.partition.value() } }, secondsOf(waiting.oldest));
    }
    Family closed("partition_closed", "1 for a partition that is paused or halted.");
    for (const PartitionStateRow &state : partitionStates(connection)) {
        if (state.mode != "OPEN"_L1)
            closed.add({ { "partition", state.partition.value() }, { "mode", state.mode } }, 1);
    }
    return count.text() + age.text() + closed.text();
}

QByteArray workText(database::Connection &connection)
{
    Family manual("pending_manual_requests", "Requests that wait for a person, or whose outcome is unknown, by step.");
    for (const StepStandings &each : pendingManual(connection))
        manual.add({ { "step", QString::number(int(each.step)) } }, double(each.standings.count));
    Family findings("open_findings", "What was found wrong and is not resolved, by code.");
    for (const OpenFindings &each : connection.select<OpenFindings>(sql::operations::open_findings))
        findings.add({ { "code", each.code } }, double(each.count));
    return manual.text() + findings.text();
}

QByteArray forgeText(const QJsonObject &health)
{
    Family reachable("forge_reachable", "1 while GitLab answers, 0 while its breaker keeps calls back.");
    reachable.add({}, health["state"_L1] == "REACHABLE"_L1 ? 1 : 0);
    Family ends("forge_token_end_timestamp_seconds", "When a bot's token ends; no line for one without an end.");
    for (const QJsonValue &token : health["tokenEnds"_L1].toArray()) {
        if (const auto at = fromIso(token["at"_L1].toString()))
            ends.add({ { "bot", token["bot"_L1].toString() } },
                     double(std::chrono::duration_cast<std::chrono::seconds>(at->time_since_epoch()).count()));
    }
    Family refused("forge_token_refused", "1 for a bot whose token GitLab refuses.");
    for (const QJsonValue &token : health["refusedTokens"_L1].toArray())
        refused.add({ { "bot", token["bot"_L1].toString() } }, 1);
    return reachable.text() + ends.text() + refused.text();
}

} // namespace

Gauges::Gauges(const Services &services)
    : m_services(services)
{
}

void Gauges::look(database::Connection &connection)
{
    QByteArray text = slotText(connection) + queueText(connection) + workText(connection);
    const std::lock_guard guard(m_lock);
    m_text = std::move(text);
}

QByteArray Gauges::text() const
{
    const std::lock_guard guard(m_lock);
    return m_services.forgeHealth ? m_text + forgeText(m_services.forgeHealth()) : m_text;
}

} // namespace slipway::operations
