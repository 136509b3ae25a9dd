// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/accessmode.h"
#include "service/configuration/hotconfig.h"
#include "service/intake/intakehandlers.h"
#include "service/intake/readers.h"
#include "shared/clock.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace slipway::intake {
namespace {

QString tagOf(Language language) { return language == Language::SimplifiedChinese ? u"zh-CN"_s : u"en"_s; }

QString nameOf(catalogue::ParameterType type)
{
    switch (type) {
    case catalogue::ParameterType::Text: return u"text"_s;
    case catalogue::ParameterType::Integer: return u"integer"_s;
    case catalogue::ParameterType::Boolean: return u"boolean"_s;
    case catalogue::ParameterType::List: return u"list"_s;
    }
    return u"text"_s;
}

QJsonValue nullIfEmpty(const QString &text) { return text.isEmpty() ? QJsonValue() : QJsonValue(text); }

QJsonObject parameterJson(const catalogue::Parameter &parameter)
{
    return { { u"name"_s, parameter.name },
             { u"type"_s, nameOf(parameter.type) },
             { u"required"_s, parameter.required },
             { u"choices"_s, QJsonArray::fromStringList(parameter.choices) },
             { u"pattern"_s, nullIfEmpty(parameter.pattern) },
             { u"maxLength"_s, parameter.maxLength },
             { u"maxItems"_s, parameter.maxItems } };
}

QJsonObject targetJson(const catalogue::Target &target, const QString &language)
{
    QJsonArray parameters;
    for (const catalogue::Parameter &parameter : target.parameters)
        parameters.append(parameterJson(parameter));
    return { { u"key"_s, target.key.value() },
             { u"title"_s, catalogue::textIn(target.title, language) },
             { u"description"_s, catalogue::textIn(target.description, language) },
             { u"partition"_s, target.partition.value() },
             { u"parameters"_s, parameters },
             { u"maxDurationSeconds"_s, target.maxDuration ? QJsonValue(qint64(target.maxDuration->count())) : QJsonValue() },
             { u"approvers"_s, QJsonArray::fromStringList(target.approval.approvers) },
             { u"rule"_s, target.approval.rule == catalogue::Rule::All ? u"all"_s : u"any"_s } };
}

} // namespace

Reply listTargets(Services &services, const Request &request)
{
    QJsonArray targets;
    if (const auto catalogue = catalogueOf(services)) {
        for (const catalogue::Target &target : catalogue->targets())
            targets.append(targetJson(target, tagOf(request.language)));
    }
    Reply reply;
    reply.data = targets;
    return reply;
}

Reply showSession(Services &services, const Request &request)
{
    const Reader reader = Reader::of(request);
    const auto access = configuration::accessFor(*services.config->snapshot(), reader.account, services.clock->now());
    const auto catalogue = catalogueOf(services);
    const bool mayApprove = catalogue && std::ranges::any_of(catalogue->targets(), [&](const catalogue::Target &target) {
                                return target.approval.approvers.contains(reader.account);
                            });
    Reply reply;
    reply.data = QJsonObject { { u"identity"_s, reader.account },
                               { u"displayName"_s, request.identity->displayName },
                               { u"accessMode"_s, configuration::nameOf(access.mode) },
                               { u"admitted"_s, access.admitted },
                               { u"opensAt"_s, access.opensAt ? QJsonValue(toIso(*access.opensAt)) : QJsonValue() },
                               { u"mayApprove"_s, mayApprove } };
    return reply;
}

} // namespace slipway::intake
