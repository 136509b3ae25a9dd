// SPDX-License-Identifier: GPL-3.0-only
#include "console/session/recordedreply.h"

#include <algorithm>
#include <cstring>

namespace slipway::console {

RecordedReply::RecordedReply(QNetworkAccessManager::Operation operation, const QNetworkRequest &request, int status,
                             const QByteArray &body, const QByteArray &date, QObject *parent)
    : QNetworkReply(parent)
    , m_body(body)
{
    setOperation(operation);
    setRequest(request);
    setUrl(request.url());
    setAttribute(QNetworkRequest::HttpStatusCodeAttribute, status);
    setHeader(QNetworkRequest::ContentTypeHeader, QByteArray("application/json"));
    setRawHeader("Date", date);
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    if (status >= 400)
        setError(ContentNotFoundError, {});
    QMetaObject::invokeMethod(
        this,
        [this] {
            setFinished(true);
            Q_EMIT finished();
        },
        Qt::QueuedConnection);
}

qint64 RecordedReply::readData(char *data, qint64 longest)
{
    const qint64 count = std::min<qint64>(longest, m_body.size() - m_read);
    if (count <= 0)
        return -1;
    std::memcpy(data, m_body.constData() + m_read, size_t(count));
    m_read += count;
    return count;
}

} // namespace slipway::console
