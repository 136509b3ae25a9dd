// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>

namespace slipway::httpserver {

/// Takes the chunked transfer coding off a request body, byte by byte as it arrives. Extensions and trailers are read
/// strictly and dropped: nobody here asks for them, and a trailer must not be able to pass for a header.
class ChunkDecoder {
public:
    enum class Step : quint8 { Hungry, Complete, Refused };

    /// A body above \a limit bytes is refused with 413.
    explicit ChunkDecoder(qint64 limit = 0);

    /// Moves the front of \a input to the end of \a body until the body is complete or the input is used up.
    Step take(QByteArrayView &input, QByteArray &body);
    /// 400 or 413, once take() has returned Refused.
    int refusal() const { return m_refusal; }

private:
    enum class State : quint8 { Size, Bytes, BytesEnd, Trailer, Complete, Refused };

    Step refuse(int status);
    bool completeLine(QByteArrayView &input);
    bool readSizeLine(qint64 alreadyTaken);
    bool readTrailerLine();

    State m_state = State::Size;
    int m_refusal = 0;
    qint64 m_limit = 0;
    qint64 m_left = 0;
    qsizetype m_overhead = 0; ///< Bytes of extensions and trailers so far.
    QByteArray m_line;
};

} // namespace slipway::httpserver
