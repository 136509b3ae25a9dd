// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/configviews.h"

#include "service/configuration/hotconfig.h"
#include "service/database/connection.h"
#include "service/operations/instances.h"
#include "shared/protocol/fields.h"
#include "sql/operations.h"

#include <QJsonDocument>
#include <QMap>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

struct Published {
    QString instance;
    QString host;
    QJsonObject config;
    static Published read(const database::Row &row)
    {
        return { row.text("instance_id"), row.text("host"), QJsonDocument::fromJson(row.bytes("config")).object() };
    }
};

} // namespace

QJsonObject configOfThisInstance(const configuration::HotConfig &config)
{
    QJsonArray items;
    for (const auto &each : config.effective()) {
        if (each.source == "default"_L1 && each.warning.isEmpty())
            continue;
        items.append(QJsonObject { { u"key"_s, each.key },
                                   { u"value"_s, each.value },
                                   { u"source"_s, each.source },
                                   { u"warning"_s, protocol::jsonOf(protocol::unlessEmpty(each.warning)) } });
    }
    QJsonArray warnings;
    for (const configuration::Warning &warning : config.warnings())
        warnings.append(
            QJsonObject { { u"key"_s, protocol::jsonOf(protocol::unlessEmpty(warning.key)) }, { u"text"_s, warning.text } });
    return { { u"items"_s, items }, { u"warnings"_s, warnings } };
}

QJsonArray configsOfInstances(database::Connection &connection)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(silentAfter).count();
    QJsonArray all;
    for (const Published &each :
         connection.select<Published>(sql::operations::configs_of_instances, { { "seconds", qint64(seconds) } })) {
        QJsonObject view { { u"instance"_s, each.instance }, { u"host"_s, each.host } };
        view.insert(u"items"_s, each.config.value("items"_L1).toArray());
        view.insert(u"warnings"_s, each.config.value("warnings"_L1).toArray());
        all.append(view);
    }
    return all;
}

QJsonArray differingKeys(const QJsonArray &instances)
{
    QMap<QString, QStringList> values;
    for (const QJsonValue &instance : instances) {
        for (const QJsonValue &item : instance["items"_L1].toArray())
            values[item["key"_L1].toString()].append(item["value"_L1].toString());
    }
    QJsonArray differing;
    for (auto it = values.begin(); it != values.end(); ++it) {
        // Whoever does not name a key has its default, which the others were told to leave.
        if (it->size() != instances.size() || it->count(it->first()) != it->size())
            differing.append(it.key());
    }
    return differing;
}

} // namespace slipway::operations
