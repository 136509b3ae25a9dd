// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/bootsettings.h"
#include "service/configuration/hotconfig.h"
#include "service/contract/page.h"
#include "service/contract/services.h"
#include "service/database/connection.h"
#include "service/operations/configviews.h"
#include "service/operations/operationshandlers.h"
#include "shared/protocol/fields.h"
#include "shared/protocol/records.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using configuration::textOf;

/// Secrets are named, never valued; here not even the name is shown.
QString masked(const config::Key &key, const QString &value)
{
    return key.form == config::Form::Secret && !value.isEmpty() ? u"***"_s : value;
}

QString meaningOf(const config::Key &key, Language language) { return translated(language, "ConfigKey", key.meaning.data()); }

protocol::KeyView bootKey(const config::Key &key, const configuration::BootSettings *boot, Language language)
{
    const QString name = textOf(key.name);
    const bool isGiven = boot && boot->given.contains(name);
    return { .key = name,
             .stage = u"boot"_s,
             .value = masked(key, isGiven ? boot->given.value(name) : textOf(key.fallback)),
             .source = isGiven ? u"boot file"_s : u"default"_s,
             .fallback = textOf(key.fallback),
             .meaning = meaningOf(key, language),
             .warning = std::nullopt };
}

protocol::KeyView hotKey(const config::Key &key, const configuration::HotConfig::Effective &effective, Language language)
{
    protocol::KeyView view { .key = effective.key,
                             .stage = u"hot"_s,
                             .value = masked(key, effective.value),
                             .source = effective.source,
                             .fallback = effective.fallback,
                             .meaning = meaningOf(key, language),
                             .warning = std::nullopt };
    if (!effective.warning.isEmpty())
        view.warning = effective.warning;
    return view;
}

} // namespace

Reply showConfig(Services &services, const Request &request)
{
    PageQuery(request, {}).finish();
    std::vector<protocol::KeyView> keys;
    const auto effective = services.config->effective();
    qsizetype hot = 0;
    for (const config::Key &key : config::keyTable) {
        if (key.stage == config::Stage::Boot)
            keys.push_back(bootKey(key, services.boot, request.language));
        else
            keys.push_back(hotKey(key, effective.at(hot++), request.language)); // Both go by the table's order.
    }
    QJsonArray warnings;
    for (const configuration::Warning &warning : services.config->warnings())
        warnings.append(QJsonObject { { u"key"_s, warning.key }, { u"text"_s, warning.text } });
    const QJsonArray instances = configsOfInstances(database::Connection::forThisThread(*services.database));
    Reply reply;
    reply.data = QJsonObject { { u"instance"_s, services.instance.value() },
                               { u"items"_s, protocol::jsonOf(keys) },
                               { u"warnings"_s, warnings },
                               { u"instances"_s, instances },
                               { u"differing"_s, differingKeys(instances) } };
    return reply;
}

} // namespace slipway::operations
