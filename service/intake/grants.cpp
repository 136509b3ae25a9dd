// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/pagequery.h"
#include "service/database/connection.h"
#include "service/intake/intakehandlers.h"
#include "service/intake/readers.h"
#include "shared/catalogue/textrules.h"
#include "sql/intake.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace slipway::intake {
namespace {

constexpr int usualPage = 100;
constexpr auto encoding = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;

struct Grant {
    QString target;
    QJsonObject json;

    static Grant read(const database::Row &row)
    {
        const auto timeOrNull = [&](const char *name) {
            const auto at = row.maybeInstant(name);
            return at ? QJsonValue(toIso(*at)) : QJsonValue();
        };
        return { row.text("target_key"),
                 { { u"targetKey"_s, row.text("target_key") },
                   { u"operationId"_s, row.text("effective_operation_id") },
                   { u"parameters"_s, row.json("effective_params") },
                   { u"since"_s, timeOrNull("since") },
                   { u"expiresAt"_s, timeOrNull("effective_expires_at") } } };
    }
};

/// The target the last page ended with; empty on the first one.
QString afterIn(const Request &request, PageQuery &query)
{
    const auto cursor = request.query(u"cursor");
    if (!cursor)
        return u""_s; // Not null: every target comes after it.
    const auto decoded = QByteArray::fromBase64Encoding(cursor->toLatin1(), encoding | QByteArray::AbortOnBase64DecodingErrors);
    const QString target = decoded ? QString::fromUtf8(*decoded) : QString();
    if (target.isEmpty() || catalogue::nameProblem(target))
        query.refuse(u"cursor"_s, u"bad_form"_s);
    return target;
}

} // namespace

Reply listGrants(Services &services, const Request &request)
{
    const Reader reader = Reader::of(request);
    PageQuery query(request, {}, usualPage);
    const QString after = afterIn(request, query);
    query.finish();
    const int limit = query.limit();
    auto grants = database::Connection::forThisThread(*services.database)
                      .select<Grant>(sql::intake::grants_of_subject,
                                     { { "subject", reader.account }, { "after", after }, { "limit", limit + 1 } });
    const bool goesOn = grants.size() > size_t(limit);
    if (goesOn)
        grants.resize(size_t(limit));
    QJsonArray items;
    for (Grant &grant : grants) {
        grant.json.insert(u"subjectId"_s, reader.account);
        items.append(grant.json);
    }
    Reply reply;
    reply.data = QJsonObject {
        { u"items"_s, items },
        { u"nextCursor"_s,
          goesOn ? QJsonValue(QString::fromLatin1(grants.back().target.toUtf8().toBase64(encoding))) : QJsonValue() },
    };
    return reply;
}

} // namespace slipway::intake
