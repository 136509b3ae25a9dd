// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/brokenrules.h"

#include "shared/workflow/flow.h"
#include "shared/workflow/transitions.h"
#include "tests/database/support/invariants.h"

namespace slipway::support {

using namespace Qt::StringLiterals;

namespace {

/// One kind of step that history holds; each must stand in the transition table.
struct Edge {
    QString event;
    std::optional<qint64> fromStep;
    QString fromStatus;
    qint64 toStep = 0;
    QString toStatus;

    static Edge read(const database::Row &row)
    {
        return { row.text("event"), row.maybeNumber("from_step"), row.maybeText("from_status").value_or(QString()),
                 row.number("to_step"), row.text("to_status") };
    }

    bool isLegal() const
    {
        using namespace workflow;
        const QByteArray eventName = event.toLatin1(), fromName = fromStatus.toLatin1(), toName = toStatus.toLatin1();
        const auto on = named<Event>(eventNames, std::string_view(eventName.constData(), size_t(eventName.size())));
        const auto step = stepNumbered(toStep);
        const auto status = statusNamed(std::string_view(toName.constData(), size_t(toName.size())));
        if (!on || !step || !status)
            return false;
        const Pair to { *step, *status };
        if (!fromStep)
            return workflow::begin(*on) == to;
        const auto before = stepNumbered(*fromStep);
        const auto stood = statusNamed(std::string_view(fromName.constData(), size_t(fromName.size())));
        return before && stood && next({ *before, *stood }, *on) == to;
    }
};

constexpr database::Statement edges {
    "test/edges", "SELECT DISTINCT event, from_step, from_status, to_step, to_status FROM operation_history"
};

} // namespace

QStringList brokenRules(const database::Settings &settings)
{
    database::Connection connection(settings);
    QStringList broken = database::brokenInvariants(connection);
    for (const Edge &edge : connection.select<Edge>(edges)) {
        if (!edge.isLegal())
            broken.append(u"history holds %1 from %2 to %3, which the table does not know"_s.arg(edge.event)
                              .arg(edge.fromStep.value_or(0))
                              .arg(edge.toStep));
    }
    return broken;
}

} // namespace slipway::support
