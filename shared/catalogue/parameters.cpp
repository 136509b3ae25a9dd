// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/parameters.h"

#include "shared/catalogue/textrules.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace slipway::catalogue {
namespace {

using namespace Qt::StringLiterals;

std::optional<QString> textReason(const Parameter &parameter, const QJsonValue &value)
{
    if (!value.isString())
        return u"wrong_type"_s;
    const QString text = value.toString();
    if (const auto problem = textProblem(text, parameter.maxLength, Lines::Many))
        return problem;
    if (!parameter.choices.isEmpty() && !parameter.choices.contains(text))
        return u"not_a_choice"_s;
    if (!parameter.pattern.isEmpty()) {
        // A pattern that runs into the engine's limit does not match: no text may keep a thread busy.
        const QRegularExpression whole(QRegularExpression::anchoredPattern(parameter.pattern));
        if (!whole.match(text).hasMatch())
            return u"does_not_match"_s;
    }
    return std::nullopt;
}

std::optional<QString> integerReason(const QJsonValue &value)
{
    // Beyond 2^53 some reader of the repository's files would round it.
    constexpr double exact = 9007199254740992.0;
    if (!value.isDouble() || std::abs(value.toDouble()) > exact || std::trunc(value.toDouble()) != value.toDouble())
        return u"wrong_type"_s;
    return std::nullopt;
}

std::optional<QString> listReason(const Parameter &parameter, const QJsonValue &value)
{
    if (!value.isArray())
        return u"wrong_type"_s;
    const QJsonArray items = value.toArray();
    if (items.size() > parameter.maxItems)
        return u"too_many"_s;
    for (const QJsonValue &item : items) {
        if (const auto reason = textReason(parameter, item))
            return reason;
    }
    return std::nullopt;
}

std::optional<QString> reasonAgainst(const Parameter &parameter, const QJsonValue &value)
{
    if (value.isNull() || value.isUndefined())
        return parameter.required ? std::optional(u"required"_s) : std::nullopt;
    switch (parameter.type) {
    case ParameterType::Text: return textReason(parameter, value);
    case ParameterType::Integer: return integerReason(value);
    case ParameterType::Boolean: return value.isBool() ? std::nullopt : std::optional(u"wrong_type"_s);
    case ParameterType::List: return listReason(parameter, value);
    }
    return u"wrong_type"_s;
}

} // namespace

QList<FieldProblem> validateParameters(const Target &target, const QJsonObject &parameters)
{
    if (QJsonDocument(parameters).toJson(QJsonDocument::Compact).size() > largestParameters)
        return { { u"parameters"_s, u"too_large"_s } };
    QList<FieldProblem> problems;
    for (const Parameter &parameter : target.parameters) {
        if (const auto reason = reasonAgainst(parameter, parameters.value(parameter.name)))
            problems.append({ u"parameters."_s + parameter.name, *reason });
    }
    for (const QString &name : parameters.keys()) {
        const auto known = [&](const Parameter &parameter) { return parameter.name == name; };
        if (std::none_of(target.parameters.begin(), target.parameters.end(), known))
            problems.append({ u"parameters."_s + name, u"unknown_parameter"_s });
    }
    return problems;
}

} // namespace slipway::catalogue
