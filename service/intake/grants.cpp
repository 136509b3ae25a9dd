// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/page.h"
#include "service/database/connection.h"
#include "service/intake/intakehandlers.h"
#include "service/intake/readers.h"
#include "sql/intake.h"

using namespace Qt::StringLiterals;

namespace slipway::intake {
namespace {

constexpr int usualPage = 100;

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

} // namespace

Reply listGrants(Services &services, const Request &request)
{
    const Reader reader = Reader::of(request);
    PageQuery query(request, {}, usualPage);
    const auto after = query.cursor(u"grants"_s, 1);
    query.finish();
    auto grants = database::Connection::forThisThread(*services.database)
                      .select<Grant>(sql::intake::grants_of_subject,
                                     { { "subject", reader.account },
                                       { "after", after ? after->at(0) : u""_s }, // Not null: every target comes after it.
                                       { "limit", query.limit() + 1 } });
    return Page(std::move(grants), query.limit())
        .answer(
            u"grants"_s,
            [&](Grant grant) {
                grant.json.insert(u"subjectId"_s, reader.account);
                return grant.json;
            },
            [](const Grant &grant) { return QStringList { grant.target }; });
}

} // namespace slipway::intake
