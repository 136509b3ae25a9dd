// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/store/storedfields.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

namespace slipway::twin {

/// What a person was told to do later, and what came of it.
struct HumanOrder {
    qint64 id = 0;
    QJsonObject order; ///< As it was given.
    QString state = QStringLiteral("waiting"); ///< waiting, done, refused
    QJsonArray results;
    int left = 1; ///< How often it is still to be carried out.
};

template <>
struct Stored<HumanOrder> {
    static constexpr auto table = "human_orders";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &HumanOrder::id },
        Kept { "order", &HumanOrder::order },
        Kept { "state", &HumanOrder::state },
        Kept { "results", &HumanOrder::results },
        Kept { "left", &HumanOrder::left },
        // clang-format on
    };
};

} // namespace slipway::twin
