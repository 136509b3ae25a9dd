// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/diagnosis.h"

#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::protocol {

QJsonObject DiagnosisFact::toJson() const { return { { u"name"_s, name }, { u"value"_s, value } }; }

std::optional<DiagnosisFact> DiagnosisFact::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(DiagnosisFact { .name = fields.text("name"_L1), .value = fields.text("value"_L1) });
}

QJsonObject AdvisedAction::toJson() const
{
    return { { u"action"_s, action },
             { u"isOurs"_s, isOurs },
             { u"targetType"_s, jsonOf(targetType) },
             { u"targetId"_s, jsonOf(targetId) },
             { u"text"_s, text } };
}

std::optional<AdvisedAction> AdvisedAction::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(AdvisedAction { .action = fields.text("action"_L1),
                                        .isOurs = fields.flag("isOurs"_L1),
                                        .targetType = fields.maybeText("targetType"_L1),
                                        .targetId = fields.maybeText("targetId"_L1),
                                        .text = fields.text("text"_L1) });
}

QJsonObject BlockedAction::toJson() const { return { { u"action"_s, action }, { u"because"_s, because } }; }

std::optional<BlockedAction> BlockedAction::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(BlockedAction { .action = fields.text("action"_L1), .because = fields.text("because"_L1) });
}

QJsonObject NextAutomatic::toJson() const { return { { u"what"_s, what }, { u"at"_s, jsonOf(at) } }; }

std::optional<NextAutomatic> NextAutomatic::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(NextAutomatic { .what = fields.text("what"_L1), .at = fields.maybeTime("at"_L1) });
}

QJsonObject Diagnosis::toJson() const
{
    return { { u"code"_s, code },
             { u"stage"_s, stage },
             { u"since"_s, jsonOf(since) },
             { u"sentence"_s, sentence },
             { u"facts"_s, jsonOf(facts) },
             { u"nextAutomatic"_s, jsonOf(nextAutomatic) },
             { u"nextSafeActions"_s, jsonOf(nextSafeActions) },
             { u"blockedActions"_s, jsonOf(blockedActions) } };
}

std::optional<Diagnosis> Diagnosis::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(Diagnosis { .code = fields.text("code"_L1),
                                    .stage = fields.text("stage"_L1),
                                    .since = fields.time("since"_L1),
                                    .sentence = fields.text("sentence"_L1),
                                    .facts = fields.parts<DiagnosisFact>("facts"_L1),
                                    .nextAutomatic = fields.maybePart<NextAutomatic>("nextAutomatic"_L1),
                                    .nextSafeActions = fields.parts<AdvisedAction>("nextSafeActions"_L1),
                                    .blockedActions = fields.parts<BlockedAction>("blockedActions"_L1) });
}

} // namespace slipway::protocol
