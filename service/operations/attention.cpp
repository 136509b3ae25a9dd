// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/hotconfig.h"
#include "service/contract/page.h"
#include "service/operations/actionstore.h"
#include "service/operations/diagnosisview.h"
#include "service/operations/findingwords.h"
#include "service/operations/operationlines.h"
#include "service/operations/operationshandlers.h"
#include "service/operations/records.h"
#include "service/workflow/text.h"
#include "sql/operations.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using recovery::DiagnosisCode;

constexpr int mostFindings = 100;

struct StuckBatch {
    qint64 id;
    static StuckBatch read(const database::Row &row) { return { row.number("id") }; }
};

/// Collects what waits for a person besides requests.
class Attention {
public:
    Attention(const Services &services, database::Connection &connection, Language language)
        : m_services(services)
        , m_connection(connection)
        , m_language(language)
        , m_facts(services, connection)
        , m_now(m_facts.now())
    {
    }

    QJsonArray items()
    {
        addForge();
        addBatches();
        addPartitions();
        addSecondPersons();
        addFindings();
        addKeys();
        return m_items;
    }

private:
    void add(const QString &kind, const QString &id, const QString &title, Instant since, qint64 version,
             const std::optional<recovery::Diagnosis> &diagnosis)
    {
        protocol::AttentionItem item {
            .kind = kind, .id = id, .title = title, .since = since, .version = version, .diagnosis = {}
        };
        if (diagnosis)
            item.diagnosis = inWords(*diagnosis, m_language);
        if (item.diagnosis && title.isEmpty())
            item.title = item.diagnosis->sentence;
        m_items.append(item.toJson());
    }

    void addForge()
    {
        for (const recovery::Diagnosis &diagnosis : recovery::diagnose(m_facts.forge(), m_now))
            add(u"forge"_s, diagnosis.arguments.value(0, u"gitlab"_s), {}, diagnosis.since, 0, diagnosis);
    }

    /// A batch that works within its budget waits for nobody.
    static bool isStuck(const BatchSight &batch, const recovery::Diagnosis &diagnosis)
    {
        if (batch.facts.status != workflow::BatchStatus::Running || batch.facts.budget.isSpent)
            return true;
        return diagnosis.code != DiagnosisCode::RunningSlow && diagnosis.code != DiagnosisCode::WaitingGate;
    }

    void addBatches()
    {
        QList<qint64> ids;
        for (const StuckBatch &batch : m_connection.select<StuckBatch>(sql::operations::stuck_batches))
            ids.append(batch.id);
        for (const BatchSight &batch : m_facts.batches(ids)) {
            const auto diagnosis = batch.diagnosis();
            if (diagnosis && isStuck(batch, *diagnosis))
                add(u"batch"_s, QString::number(batch.facts.id.value()), {}, diagnosis->since, batch.version, diagnosis);
        }
    }

    void addPartitions()
    {
        for (const PartitionStateRow &state : partitionStates(m_connection)) {
            if (state.mode == "OPEN"_L1)
                continue;
            const QString words = translated(m_language, "Diagnosis", recovery::rowOf(DiagnosisCode::PartitionPaused).sentence);
            add(u"partition"_s, state.partition.value(), filledIn(words, { state.mode, state.changedBy, state.reason }),
                state.since, state.version, std::nullopt);
        }
    }

    void addSecondPersons()
    {
        ActionFilter filter;
        filter.state = u"AWAITING_SECOND"_s;
        for (const ActionRow &action : actionsPage(m_connection, filter)) {
            if (!action.isExpired)
                add(u"action"_s, action.id, u"%1 (%2: %3)"_s.arg(action.action, action.requestedBy, action.reason),
                    action.createdAt, action.version, std::nullopt);
        }
    }

    void addFindings()
    {
        FindingFilter filter;
        filter.isOpen = true;
        filter.limit = mostFindings;
        for (const protocol::FindingView &finding : findingsPage(m_connection, filter)) {
            const QString detail = detailInWords(finding.detail.value_or(QString()), m_language);
            add(u"finding"_s, QString::number(finding.id), u"%1: %2: %3"_s.arg(finding.code, finding.subject, detail),
                finding.firstSeenAt, 0, std::nullopt);
        }
    }

    void addKeys()
    {
        for (const configuration::Warning &warning : m_services.config->warnings())
            add(u"key"_s, warning.key, {}, m_now, 0, recovery::diagnoseKey(warning.text, m_now));
    }

    const Services &m_services;
    database::Connection &m_connection;
    Language m_language;
    FactsReader m_facts;
    Instant m_now;
    QJsonArray m_items;
};

protocol::AttentionItem itemOf(const OperationLine &line)
{
    const protocol::ChangeSummary &change = line.summary.change;
    return { .kind = u"operation"_s,
             .id = change.operation.value(),
             .title = u"%1 %2 %3"_s.arg(change.subject.value(), change.kind, change.target.value()),
             .since = change.updatedAt,
             .version = change.version,
             .diagnosis = line.summary.diagnosis };
}

} // namespace

Reply listAttention(Services &services, const Request &request)
{
    PageQuery query(request, {});
    const auto after = query.cursorByTime(u"attention"_s);
    query.finish();
    auto &connection = database::Connection::forThisThread(*services.database);
    auto lines = pendingPage(connection, after, std::nullopt, query.limit());
    diagnose(services, connection, lines, request.language);
    Reply reply =
        Page(std::move(lines), query.limit())
            .answer(
                u"attention"_s, [](const OperationLine &line) { return itemOf(line).toJson(); },
                [](const OperationLine &line) {
                    return QStringList { toSql(line.summary.change.updatedAt), line.summary.change.operation.value() };
                });
    if (after)
        return reply;
    // The first page begins with what stands in the way of many.
    QJsonObject page = reply.data.toObject();
    QJsonArray items = Attention(services, connection, request.language).items();
    for (const QJsonValue &item : page.value("items"_L1).toArray())
        items.append(item);
    page.insert(u"items"_s, items);
    reply.data = page;
    return reply;
}

} // namespace slipway::operations
