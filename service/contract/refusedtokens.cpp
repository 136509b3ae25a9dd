// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/refusedtokens.h"

#include "service/contract/services.h"

#include <QJsonArray>

namespace slipway {

using namespace Qt::StringLiterals;

QStringList refusedTokens(const Services &services)
{
    QStringList bots;
    const QJsonObject health = services.forgeHealth ? services.forgeHealth() : QJsonObject();
    for (const QJsonValue &token : health.value("refusedTokens"_L1).toArray())
        bots.append(token["bot"_L1].toString());
    return bots;
}

} // namespace slipway
