// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/request.h"
#include "shared/error.h"

namespace slipway::intake {

/// A whole number of the query, within its bounds; nothing when it is absent. What is wrong is added to \a problems.
inline std::optional<qint64> numberIn(const Request &request, QStringView name, qint64 smallest, qint64 largest,
                                      QList<FieldProblem> &problems)
{
    const auto text = request.query(name);
    if (!text)
        return std::nullopt;
    bool isNumber = false;
    const qint64 number = text->toLongLong(&isNumber);
    if (isNumber && number >= smallest && number <= largest)
        return number;
    problems.append({ name.toString(), isNumber ? QStringLiteral("out_of_range") : QStringLiteral("wrong_type") });
    return std::nullopt;
}

} // namespace slipway::intake
