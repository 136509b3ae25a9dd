// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/stepview.h"

#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::protocol {

StepView StepView::numbered(qint64 code)
{
    const auto step = workflow::stepNumbered(code);
    if (!step)
        return { code, std::nullopt };
    const std::string_view name = workflow::nameOf(*step);
    return { code, QString::fromLatin1(name.data(), qsizetype(name.size())) };
}

QJsonObject StepView::toJson() const { return { { u"code"_s, code }, { u"name"_s, jsonOf(name) } }; }

std::optional<StepView> StepView::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(StepView { .code = fields.number("code"_L1), .name = fields.maybeText("name"_L1) });
}

} // namespace slipway::protocol
