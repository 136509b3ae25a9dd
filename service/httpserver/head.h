// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/message.h"

#include <QVarLengthArray>

namespace slipway::httpserver {

/// A request head that can be understood in one way only. It owns its text; the views point into it, so it is moved,
/// not copied.
struct Head {
    struct Field {
        QByteArrayView name;
        QByteArrayView value; ///< Without outer blanks.
        bool framing = false; ///< Speaks about the body or the connection's protocol; kept from the second parser.
    };

    QByteArray text; ///< Request line and fields with their CRLF, without the empty line.
    Method method = Method::Unset;
    QByteArrayView requestLine;
    QByteArrayView path;
    QByteArrayView query;
    QVarLengthArray<Field, 24> fields;
    qint64 contentLength = -1; ///< -1 when absent.
    bool chunked = false;
    bool http10 = false;
    bool close = false; ///< Asked for, or implied by HTTP/1.0.
    bool expectsContinue = false;
    bool websocket = false;

    bool hasBody() const { return chunked || contentLength > 0; }
};

struct HeadLimits {
    int fields = 100;
    qsizetype targetBytes = 4 * 1024;
};

/// Reads \a text (ended by the CRLF of its last line) into \a head. Returns 0, or the status that refuses it: 400 for
/// whatever two parsers could read differently and for another version (505 would say that the failure is ours), 431
/// for too much.
int readHead(QByteArray text, const HeadLimits &limits, Head &head);

} // namespace slipway::httpserver
