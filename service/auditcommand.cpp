// SPDX-License-Identifier: GPL-3.0-only
#include "service/auditcommand.h"

#include "service/configuration/bootsettings.h"
#include "service/database/embeddedserver.h"
#include "service/operations/auditchain.h"
#include "shared/error.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace slipway {
namespace {

enum Ending { Sound = 0, Broken = 1, WrongUse = 2, CannotRead = 3 };

int complain(const QStringList &problems, int ending)
{
    for (const QString &problem : problems)
        std::fprintf(stderr, "%s\n", qPrintable(problem));
    return ending;
}

int report(database::Connection &connection, const QList<operations::AuditAnchor> &anchors)
{
    const operations::ChainReport report = operations::verifyChain(connection, anchors);
    if (report.end)
        std::printf("%lld rows, the chain ends at %lld:%s\n", report.rows, report.end->seq, qPrintable(report.end->hash));
    else
        std::printf("no sealed rows\n");
    std::printf("%d ends seen before were compared, %lld rows are not sealed yet\n", int(anchors.size()), report.unsealed);
    if (report.isSound())
        return Sound;
    return complain(report.problems, Broken);
}

int verifyPrivate(const configuration::BootSettings &boot, const QList<operations::AuditAnchor> &anchors)
{
    const QString directory = boot.dataDirectory + u"/database"_s;
    // Where there never was a database there is nothing to verify, and none is made for the question.
    if (!QFileInfo::exists(directory + u"/data"_s))
        throw Error(Code::Unavailable, u"there is none in %1"_s.arg(directory));
    if (const auto running = database::EmbeddedServer::runningOn(directory)) {
        database::Connection connection(*running);
        return report(connection, anchors);
    }
    // Nobody runs it: then we do, for as long as this takes.
    database::EmbeddedServer server(directory);
    server.start();
    database::Connection connection(server.settings());
    const int ending = report(connection, anchors);
    connection.drop();
    server.stop();
    return ending;
}

} // namespace

int verifyAudit(const QString &bootFile, const QStringList &anchors)
{
    static const QRegularExpression form(u"\\A(\\d{1,18}):([0-9a-f]{64})\\z"_s);
    const auto loaded = configuration::loadBootSettings(bootFile);
    if (const auto *problems = std::get_if<QList<configuration::BootProblem>>(&loaded)) {
        QStringList texts;
        for (const configuration::BootProblem &problem : *problems)
            texts.append(problem.toString());
        return complain(texts, WrongUse);
    }
    const auto &boot = std::get<configuration::BootSettings>(loaded);
    QList<operations::AuditAnchor> known = operations::AuditAnchors(boot.dataDirectory).all();
    for (const QString &text : anchors) {
        const auto match = form.match(text);
        if (!match.hasMatch())
            return complain({ u"'%1' is no end of a chain; write it as it was printed, number:hash"_s.arg(text) }, WrongUse);
        known.append({ match.captured(1).toLongLong(), match.captured(2) });
    }
    try {
        if (boot.database.embedded)
            return verifyPrivate(boot, known);
        database::Connection connection(configuration::externalDatabase(boot));
        return report(connection, known);
    } catch (const std::exception &error) {
        return complain({ u"the database cannot be read: %1"_s.arg(QString::fromUtf8(error.what())) }, CannotRead);
    }
}

} // namespace slipway
