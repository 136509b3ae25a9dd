// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/envelope.h"

#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::protocol {
namespace {

/// An object would drop the field, and readers count on it.
QJsonValue definite(const QJsonValue &value) { return value.isUndefined() ? QJsonValue(QJsonValue::Null) : value; }

} // namespace

QJsonObject Envelope::toJson() const
{
    return { { u"code"_s, code }, { u"message"_s, message }, { u"data"_s, definite(data) }, { u"traceId"_s, traceId } };
}

std::optional<Envelope> Envelope::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(Envelope { .code = fields.text("code"_L1),
                                   .message = fields.text("message"_L1),
                                   .data = definite(object.value("data"_L1)),
                                   .traceId = fields.text("traceId"_L1) });
}

} // namespace slipway::protocol
