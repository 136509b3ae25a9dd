// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/tokencare.h"

#include "service/contract/refusedtokens.h"
#include "service/database/transaction.h"
#include "service/forge/forge.h"
#include "service/forge/forgehealth.h"
#include "service/workflow/finding.h"
#include "service/workflow/findingsentence.h"
#include "service/workflow/text.h"
#include "shared/clock.h"
#include "shared/error.h"
#include "sql/operations.h"

#include <QJsonArray>
#include <QLoggingCategory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::operations {
namespace {

Q_LOGGING_CATEGORY(lcTokens, "slipway.tokens")

constexpr auto warnBefore = std::chrono::days(14);
constexpr auto askEvery = 1h;
constexpr auto askAgainAfter = 1min;

constexpr std::array bots { forge::Bot::Author, forge::Bot::ReviewerOne, forge::Bot::ReviewerTwo };

QJsonArray listOf(const Services &services, QLatin1StringView name)
{
    return services.forgeHealth ? services.forgeHealth().value(name).toArray() : QJsonArray();
}

} // namespace

TokenCare::TokenCare(const Services &services)
    : m_services(services)
{
}

void TokenCare::look(database::Connection &connection, std::chrono::milliseconds quiet)
{
    tryRefused();
    askForEnds();
    for (const QJsonValue &token : listOf(m_services, "refusedTokens"_L1)) {
        raise(connection, "TOKEN_REFUSED", token["bot"_L1].toString(),
              workflow::detailOf(workflow::FindingSentence::TokenRefused, { token["since"_L1].toString() }));
    }
    for (const QJsonValue &token : listOf(m_services, "tokenEnds"_L1)) {
        const auto end = fromIso(token["at"_L1].toString());
        if (end && *end - m_services.clock->now() < warnBefore)
            raise(connection, "TOKEN_EXPIRING", token["bot"_L1].toString(), workflow::detailOf(workflow::FindingSentence::TokenExpiring, { toIso(*end) }));
    }
    connection.write(sql::operations::resolve_quiet_findings,
                     { { "by", u"tokens "_s + m_services.instance.value() },
                       { "codes", QStringList { u"TOKEN_REFUSED"_s, u"TOKEN_EXPIRING"_s } },
                       { "quiet_us", workflow::microseconds(quiet) } });
}

void TokenCare::tryRefused()
{
    const QStringList refused = refusedTokens(m_services);
    for (const forge::Bot bot : bots) {
        if (!refused.contains(forge::nameOf(bot)))
            continue;
        try {
            (void)m_services.forge->whoAmI(bot); // Not sent before it is time to: the forge keeps count.
            qCInfo(lcTokens, "GitLab takes the token of %s again", qPrintable(forge::nameOf(bot)));
        } catch (const Error &) {
            // Refused still, or nobody there to ask.
        }
    }
}

void TokenCare::askForEnds()
{
    const auto now = m_services.clock->steady();
    if (now < m_askAt)
        return;
    m_askAt = now + askEvery;
    for (const forge::Bot bot : bots) {
        try {
            (void)m_services.forge->tokenEnd(bot);
        } catch (const Error &error) {
            m_askAt = now + askAgainAfter;
            qCInfo(lcTokens, "the end of %s's token is not known: %s", qPrintable(forge::nameOf(bot)), error.what());
        }
    }
}

void TokenCare::raise(database::Connection &connection, const char *code, const QString &bot, const QString &detail)
{
    const bool isNew = database::inTransaction(connection, "tokens.finding", [&](database::Transaction &transaction) {
        return workflow::raise(transaction, { QString::fromLatin1(code), u"bot:"_s + bot, detail });
    });
    if (isNew)
        qCCritical(lcTokens, "%s of %s: %s", code, qPrintable(bot), qPrintable(detail));
}

} // namespace slipway::operations
