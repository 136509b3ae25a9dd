// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/chunkdecoder.h"
#include "service/httpserver/head.h"
#include "service/httpserver/router.h"

namespace slipway::httpserver {

/// Finds where each request of one connection begins and ends, and refuses whatever another parser could frame
/// differently: a proxy in front or QtHttpServer behind it must never see a request where we see a body. Bytes in,
/// steps out; it knows no socket, route or clock.
///
/// A refusal is final: the position in the stream is lost, so the connection has to end.
class Guard {
public:
    enum class Step : quint8 {
        Hungry, ///< The input is used up.
        Head, ///< head() is complete; admit() must follow before the next take().
        Complete, ///< The body is complete too; the next take() begins the next request.
        Refused, ///< Answer refusal() and end the connection.
    };

    explicit Guard(qsizetype headBytes = 16 * 1024, HeadLimits limits = {});

    /// Uses up the front of \a input until the next step.
    Step take(QByteArrayView &input);
    /// Says what the route allows. Returns 0, or the status that refuses the body before a byte of it was read.
    int admit(BodyMode mode, qint64 limit);

    const Head &head() const { return m_head; }
    QByteArray takeBody() { return std::exchange(m_body, {}); }
    int refusal() const { return m_refusal; }

    bool betweenRequests() const { return m_state == State::Between; }
    bool inHead() const { return m_state == State::Head; }
    bool inBody() const { return m_state == State::Length || m_state == State::Chunks; }
    qint64 bodyBytes() const { return m_body.size(); }

private:
    enum class State : quint8 { Between, Head, Admission, Length, Chunks, Refused };

    Step refuse(int status);
    bool skipBlankLines(QByteArrayView &input);
    Step takeHead(QByteArrayView &input);
    Step takeBodyBytes(QByteArrayView &input);
    Step complete();

    State m_state = State::Between;
    int m_refusal = 0;
    qsizetype m_headBytes;
    HeadLimits m_limits;
    int m_blanks = 0;
    qsizetype m_lineStart = 0;
    QByteArray m_text;
    Head m_head;
    qint64 m_left = 0;
    ChunkDecoder m_decoder;
    QByteArray m_body;
};

} // namespace slipway::httpserver
