// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/services.h"
#include "service/operations/instances.h"
#include "service/operations/operationshandlers.h"
#include "service/operations/programversion.h"
#include "service/operations/readiness.h"
#include "shared/clock.h"
#include "sql/migrations.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {

Reply livez(Services &services, const Request &)
{
    const QList<LoopTick> loops = services.loopTicks ? services.loopTicks() : QList<LoopTick>();
    const bool isAlive = std::ranges::all_of(loops, &LoopTick::isAlive);
    Reply reply;
    reply.code = isAlive ? Code::Ok : Code::Unavailable;
    reply.data = QJsonObject { { u"alive"_s, isAlive }, { u"loops"_s, toJson(loops) } };
    reply.headers.emplace_back("Cache-Control", "no-store");
    return reply;
}

Reply readyz(Services &services, const Request &request)
{
    const Readiness readiness = readinessOf(services);
    QJsonArray checks;
    QJsonArray lines;
    for (const Check &check : readiness.checks) {
        checks.append(QJsonObject { { u"name"_s, check.name }, { u"ok"_s, check.isGood } });
        lines.append(u"[%1] %2 %3"_s.arg(check.isGood ? u"+"_s : u"-"_s, check.name, check.words));
    }
    if (readiness.isDegraded)
        lines.append(u"[!] forge does not answer: requests are accepted and wait"_s);
    QJsonObject data { { u"ready"_s, readiness.isReady() }, { u"degraded"_s, readiness.isDegraded }, { u"checks"_s, checks } };
    if (request.query(u"verbose"))
        data.insert(u"lines"_s, lines);
    Reply reply;
    reply.code = readiness.isReady() ? Code::Ok : Code::Unavailable;
    reply.data = data;
    reply.headers.emplace_back("Cache-Control", "no-store");
    return reply;
}

Reply version(Services &services, const Request &)
{
    const auto up = std::chrono::duration_cast<std::chrono::seconds>(services.clock->steady() - services.startedAt);
    Reply reply;
    reply.data = QJsonObject { { u"name"_s, u"slipwayd"_s },
                               { u"version"_s, programVersion() },
                               { u"schema"_s, sql::migrations.back().version },
                               { u"qt"_s, QString::fromLatin1(qVersion()) },
                               { u"instance"_s, services.instance.value() },
                               { u"uptimeSeconds"_s, qint64(up.count()) } };
    return reply;
}

} // namespace slipway::operations
