// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonObject>

namespace slipway::console {

/// What came of one call to the service. A value: nothing is thrown, nothing is shown.
struct Answer {
    int status = 0; ///< HTTP status; 0: no complete answer came.
    QString code; ///< Of the service's envelope.
    QString message; ///< One sentence for people: the service's, or ours about the network.
    QJsonValue data;
    QString traceId;

    bool isOk() const { return status >= 200 && status < 300; }
    /// Of a mutation: it may have been done or not. A gateway's 502 and 504 say as little as silence does.
    bool isUnknown() const { return status == 0 || status == 502 || status == 504; }
    QJsonObject object() const { return data.toObject(); }
};

} // namespace slipway::console
