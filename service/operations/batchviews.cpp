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

QJsonValue mergeRequestJson(const Services& services, const PartitionKey& partition, QString project,
                            std::optional<MergeRequestIid> mergeRequest)
{
    if (!mergeRequest)
        return {};
    const auto catalogue = services.targets ? services.targets() : nullptr;
    const catalogue::Partition* found = catalogue ? catalogue->partition(partition) : nullptr;
    if (project.isEmpty() && found)
        project = found->project;
    const QString forge = services.boot ? services.boot->forge.url : QString();
    QJsonValue url;
    if (!forge.isEmpty() && !project.isEmpty())
        url = u"%1/%2/-/merge_requests/%3"_s.arg(forge.endsWith(u'/') ? forge.chopped(1) : forge, project)
                  .arg(mergeRequest->value());
    return QJsonObject { { u"project"_s, project }, { u"iid"_s, mergeRequest->value() }, { u"url"_s, url } };
}

QJsonObject batchJson(const BatchLine& line, const Services& services)
{
    const workflow::BatchRow& batch = line.batch;
    const auto textOrNull = [](const QString& text) { return text.isEmpty() ? QJsonValue() : QJsonValue(text); };
    return {
        { u"batchId"_s, batch.id.value() },
        { u"partition"_s, batch.partition.value() },
        { u"status"_s, workflow::text(workflow::nameOf(batch.status)) },
        { u"phase"_s, workflow::text(workflow::nameOf(batch.phase)) },
        { u"phaseAgeMs"_s, qint64(batch.phaseAge.count()) },
        { u"mergeRequest"_s, mergeRequestJson(services, batch.partition, line.project, batch.mergeRequest) },
        { u"memberCount"_s, batch.memberCount },
        { u"attempt"_s, batch.attempt },
        { u"rebases"_s, batch.rebases },
        { u"triggeredBy"_s, batch.triggeredBy },
        { u"failureCode"_s, textOrNull(batch.failureCode) },
        { u"message"_s, textOrNull(batch.message) },
        { u"version"_s, batch.version },
        { u"createdAt"_s, toIso(batch.createdAt) },
        { u"updatedAt"_s, toIso(batch.updatedAt) },
    };
}

QString cursorAfter(BatchId batch)
{
    return QString::fromLatin1((cursorHead + QByteArray::number(batch.value())).toBase64(encoding));
}

std::optional<qint64> cursorFrom(const QString& text)
{
    const auto decoded =
        QByteArray::fromBase64Encoding(text.left(64).toLatin1(), encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || !(*decoded).startsWith(cursorHead))
        return std::nullopt;
    const qint64 id = (*decoded).sliced(cursorHead.size()).toLongLong();
    return id > 0 && cursorAfter(BatchId(id)) == text ? std::optional(id) : std::nullopt;
}

} // namespace slipway::operations
