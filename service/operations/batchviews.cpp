// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/batchviews.h"

#include "service/configuration/bootsettings.h"
#include "service/workflow/text.h"
#include "shared/catalogue/catalogue.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr auto encoding = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;
const QByteArray cursorHead = QByteArrayLiteral("b:");

} // namespace

std::optional<protocol::MergeRequest> mergeRequestOf(const Services &services, const PartitionKey &partition, QString project,
                                                     std::optional<MergeRequestIid> mergeRequest)
{
    if (!mergeRequest)
        return std::nullopt;
    const auto catalogue = services.targets ? services.targets() : nullptr;
    const catalogue::Partition *found = catalogue ? catalogue->partition(partition) : nullptr;
    if (project.isEmpty() && found)
        project = found->project;
    return protocol::MergeRequest::at(services.boot ? services.boot->forge.url : QString(), project, *mergeRequest);
}

protocol::BatchSummary summaryOf(const BatchLine &line, const Services &services)
{
    const workflow::BatchRow &batch = line.batch;
    const auto unlessEmpty = [](const QString &text) { return text.isEmpty() ? std::nullopt : std::optional(text); };
    return {
        .id = batch.id,
        .partition = batch.partition,
        .status = workflow::text(workflow::nameOf(batch.status)),
        .phase = workflow::text(workflow::nameOf(batch.phase)),
        .phaseAge = batch.phaseAge,
        .mergeRequest = mergeRequestOf(services, batch.partition, line.project, batch.mergeRequest),
        .memberCount = batch.memberCount,
        .attempt = batch.attempt,
        .rebases = batch.rebases,
        .triggeredBy = batch.triggeredBy,
        .failureCode = unlessEmpty(batch.failureCode),
        .message = unlessEmpty(batch.message),
        .version = batch.version,
        .createdAt = batch.createdAt,
        .updatedAt = batch.updatedAt,
    };
}

QString cursorAfter(BatchId batch)
{
    return QString::fromLatin1((cursorHead + QByteArray::number(batch.value())).toBase64(encoding));
}

std::optional<qint64> cursorFrom(const QString &text)
{
    const auto decoded =
        QByteArray::fromBase64Encoding(text.left(64).toLatin1(), encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || !(*decoded).startsWith(cursorHead))
        return std::nullopt;
    const qint64 id = (*decoded).sliced(cursorHead.size()).toLongLong();
    return id > 0 && cursorAfter(BatchId(id)) == text ? std::optional(id) : std::nullopt;
}

} // namespace slipway::operations
