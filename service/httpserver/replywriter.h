// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/message.h"

namespace slipway::httpserver {

/// How the end of a reply is told to the client.
enum class Framing : quint8 {
    Length, ///< Content-Length.
    Chunks, ///< Chunked transfer coding.
    UntilClose, ///< The end of the connection.
};

/// False for replies that never have a body, whatever the handler put into them.
bool mayHaveBody(int status);

/// The status line and all fields with the closing empty line. Fields that belong to the server (Content-Length,
/// Connection, Date, Transfer-Encoding …) and fields that would break the head apart are left out of what the handler
/// gave.
QByteArray composeHead(const Reply &reply, Framing framing, bool close, QByteArrayView date);

/// The chunk header of \a size bytes; the chunk ends with CRLF.
QByteArray chunkHeader(qsizetype size);

/// "Mon, 30 Nov 2026 10:49:23 GMT"; made once a second.
class DateLine {
public:
    QByteArrayView now();

private:
    qint64 m_second = -1;
    QByteArray m_text;
};

} // namespace slipway::httpserver
