// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/identity.h"
#include "service/contract/language.h"
#include "service/httpserver/message.h"

#include <QJsonObject>

#include <memory>
#include <optional>

namespace slipway {

/// A request as a handler sees it: authenticated, permitted, its body parsed. A value that belongs to the worker's thread.
struct Request {
    std::shared_ptr<const httpserver::Request> http;
    std::optional<Identity> identity; ///< Always set on routes that name a permission.
    bool mayReadAll = false; ///< Holds ops.read: object-level checks let it pass.
    Language language = Language::English;
    QString traceId; ///< 32 hex digits.
    QJsonObject body; ///< Empty when the route takes none.

    const QStringList &arguments() const { return http->arguments; }
    std::optional<QString> query(QStringView name) const { return http->queryValue(name); }
};

} // namespace slipway
