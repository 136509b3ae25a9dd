// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/operationshandlers.h"

#include <QJsonDocument>

#include <openapi/document.h>

namespace slipway::operations {

Reply openApi(Services &, const Request &)
{
    static const QJsonObject document = QJsonDocument::fromJson(QByteArray(generated::openApi)).object();
    Reply reply;
    reply.data = document;
    return reply;
}

} // namespace slipway::operations
