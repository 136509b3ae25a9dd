// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/program/batchfigures.h"

#include <algorithm>
#include <stdexcept>

using namespace Qt::StringLiterals;

namespace slipway::support {

namespace {

const std::initializer_list<std::pair<const char *, QLatin1StringView>> phases {
    { "build and push", "CLAIMED"_L1 }, { "open merge request", "BUILDING"_L1 },
    { "checks", "PIPELINE"_L1 },        { "approvals of the bots", "APPROVING"_L1 },
    { "rebuild", "REBASING"_L1 },       { "checks again", "REVALIDATING"_L1 },
    { "merge", "MERGING"_L1 },          { "verify", "VERIFY"_L1 },
    { "settle", "SETTLING"_L1 },
};

QJsonObject asked(ServiceClient &maintainer, const QString &path)
{
    const JsonReply reply = maintainer.get(path, Headers());
    if (!reply.isSuccess())
        throw std::runtime_error("the batches cannot be read: " + reply.text().toStdString());
    return reply.data();
}

} // namespace

BatchFigures BatchFigures::read(ServiceClient &maintainer, const QDateTime &startedAt, double seconds)
{
    BatchFigures figures;
    figures.m_startedAt = startedAt;
    figures.m_seconds = seconds;
    figures.m_untilFirst = seconds;
    QString cursor;
    do {
        const QString more =
            cursor.isEmpty() ? QString() : u"?cursor="_s + QString::fromLatin1(QUrl::toPercentEncoding(cursor));
        const QJsonObject page = asked(maintainer, u"/ops/v1/batches"_s + more);
        for (const QJsonValue &line : page["items"_L1].toArray())
            figures.take(asked(maintainer, u"/ops/v1/batches/%1"_s.arg(line["batchId"_L1].toInteger())));
        cursor = page["nextCursor"_L1].toString();
    } while (!cursor.isEmpty());
    return figures;
}

void BatchFigures::take(const QJsonObject &batch)
{
    ++m_batches;
    const auto created = QDateTime::fromString(batch["createdAt"_L1].toString(), Qt::ISODateWithMs);
    m_untilFirst = std::min(m_untilFirst, double(m_startedAt.msecsTo(created)) / 1000);
    for (const QJsonValue &entry : batch["phases"_L1].toArray())
        m_perPhase[entry["toPhase"_L1].toString()] += entry["lastedMs"_L1].toDouble() / 1000;
}

QList<BatchFigures::Stage> BatchFigures::stages() const
{
    QList<Stage> stages { { u"until the first batch"_s, m_untilFirst } };
    double told = m_untilFirst;
    for (const auto &[name, phase] : phases) {
        if (const double spent = m_perPhase.value(phase); spent > 0) {
            stages.append({ QString::fromLatin1(name), spent });
            told += spent;
        }
    }
    stages.append({ u"between batches, last deployment"_s, m_seconds - told });
    return stages;
}

BatchFigures::Stage BatchFigures::slowest() const
{
    const QList<Stage> all = stages();
    return *std::max_element(all.cbegin(), all.cend(), [](const Stage &a, const Stage &b) { return a.seconds < b.seconds; });
}

} // namespace slipway::support
