// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/workflow/state.h"

#include <QJsonObject>

#include <optional>

namespace slipway::protocol {

/// A step as the interface shows it. One that this version does not know has a code and no name.
struct StepView {
    qint64 code = 0;
    std::optional<QString> name;

    static StepView of(workflow::Step step) { return numbered(qint64(step)); }
    static StepView numbered(qint64 code);

    QJsonObject toJson() const;
    static std::optional<StepView> fromJson(const QJsonObject &object);
    friend bool operator==(const StepView &, const StepView &) = default;
};

} // namespace slipway::protocol
