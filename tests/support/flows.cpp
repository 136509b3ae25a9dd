// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/flows.h"

#include <stdexcept>

namespace slipway::support {

using namespace Qt::StringLiterals;

QMap<QString, QString> switchesFor(workflow::Flow flow)
{
    const auto word = [](bool on) { return on ? u"true"_s : u"false"_s; };
    return { { u"flow.approvalFirst"_s, word(flow != workflow::Flow::MergeRequestFirst) },
             { u"flow.batching"_s, word(flow == workflow::Flow::Batched) } };
}

workflow::Flow flowOfThisRun()
{
    const QByteArray word = qgetenv("SLIPWAY_FLOW");
    if (word.isEmpty())
        return workflow::Flow::Batched;
    const auto flow = workflow::named<workflow::Flow>(workflow::flowNames, { word.constData(), size_t(word.size()) });
    if (!flow)
        throw std::runtime_error("SLIPWAY_FLOW names no flow: " + word.toStdString());
    return *flow;
}

LandingEffects LandingEffects::at(TwinClient &twin, const QString &query)
{
    const QJsonObject counts = twin.effectCounts(query);
    return { counts.value("create_mr"_L1).toInt(), counts.value("approve"_L1).toInt(), counts.value("merge"_L1).toInt() };
}

QString LandingEffects::text() const { return u"%1 created, %2 approved, %3 merged"_s.arg(created).arg(approved).arg(merged); }

} // namespace slipway::support
