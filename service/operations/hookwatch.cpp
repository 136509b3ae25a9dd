// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/hookwatch.h"

#include "service/configuration/bootsettings.h"
#include "service/database/transaction.h"
#include "service/workflow/finding.h"
#include "service/workflow/findingsentence.h"
#include "shared/clock.h"
#include "sql/operations.h"

#include <QLoggingCategory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::operations {
namespace {

Q_LOGGING_CATEGORY(lcHooks, "slipway.hooks")

constexpr auto lookEvery = 5min;

struct Silence {
    QString partition;
    qint64 landings;
    QString since;
    static Silence read(const database::Row &row) { return { row.text("partition_key"), row.number("landings"), row.text("first_at") }; }
};

} // namespace

HookWatch::HookWatch(const Services &services)
    : m_services(services)
{
}

void HookWatch::look(database::Connection &connection)
{
    const auto now = m_services.clock->steady();
    if (now < m_lookAt || m_services.boot->forge.webhookSecret.isEmpty())
        return;
    m_lookAt = now + lookEvery;
    for (const Silence &silence : connection.select<Silence>(sql::operations::landings_without_hook)) {
        const QString detail = workflow::detailOf(workflow::FindingSentence::HooksSilent,
                                                  { QString::number(silence.landings), silence.since.left(19) });
        const bool isNew = database::inTransaction(connection, "hooks.finding", [&](database::Transaction &transaction) {
            return workflow::raise(transaction, { u"HOOKS_SILENT"_s, u"partition:"_s + silence.partition, detail });
        });
        if (isNew)
            qCCritical(lcHooks).noquote() << "HOOKS_SILENT" << silence.partition << detail;
    }
    connection.write(sql::operations::resolve_heard_hooks, { { "by", u"hooks "_s + m_services.instance.value() } });
}

} // namespace slipway::operations
