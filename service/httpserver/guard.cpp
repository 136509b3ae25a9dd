// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/guard.h"

namespace slipway::httpserver {
namespace {

/// Old clients send a stray CRLF after a POST body; more than two empty lines are somebody playing.
constexpr int mostBlankBytes = 4;
/// Room is made as bytes arrive: a length that was only claimed must not cost memory.
constexpr qint64 firstReservation = 64 * 1024;

} // namespace

Guard::Guard(qsizetype headBytes, HeadLimits limits)
    : m_headBytes(headBytes)
    , m_limits(limits)
{
}

Guard::Step Guard::refuse(int status)
{
    m_state = State::Refused;
    m_refusal = status;
    m_text.clear();
    m_body.clear();
    return Step::Refused;
}

Guard::Step Guard::take(QByteArrayView &input)
{
    switch (m_state) {
    case State::Between:
        if (!skipBlankLines(input))
            return refuse(400);
        if (input.isEmpty())
            return Step::Hungry;
        m_state = State::Head;
        m_blanks = 0;
        m_lineStart = 0;
        [[fallthrough]];
    case State::Head: return takeHead(input);
    case State::Length:
    case State::Chunks: return takeBodyBytes(input);
    case State::Admission:
    case State::Refused: break;
    }
    return m_state == State::Refused ? Step::Refused : refuse(400);
}

bool Guard::skipBlankLines(QByteArrayView &input)
{
    while (!input.isEmpty() && (input.front() == '\r' || input.front() == '\n')) {
        const char expected = m_blanks % 2 == 0 ? '\r' : '\n';
        if (input.front() != expected || ++m_blanks > mostBlankBytes)
            return false;
        input = input.sliced(1);
    }
    return input.isEmpty() || m_blanks % 2 == 0;
}

Guard::Step Guard::takeHead(QByteArrayView &input)
{
    const qsizetype before = m_text.size();
    const qsizetype room = m_headBytes + 2 - before;
    const QByteArrayView fresh = input.first(qMin(room, input.size()));
    // QtHttpServer also ends a head at LF LF and LF CR LF, and carries a NUL on to the handler: none of them gets past
    // here, not even in a head that is not complete yet.
    qsizetype from = 0;
    for (qsizetype at = fresh.indexOf('\n'); at >= 0; at = fresh.indexOf('\n', from)) {
        const char previous = at > 0 ? fresh[at - 1] : before > 0 ? m_text.back() : '\n';
        if (previous != '\r')
            return refuse(400);
        from = at + 1;
        if (before + at - 1 == m_lineStart && m_lineStart > 0) {
            m_text.append(fresh.first(from));
            m_text.chop(2);
            input = input.sliced(from);
            m_state = State::Admission;
            const int refusal = readHead(std::exchange(m_text, {}), m_limits, m_head);
            return refusal ? refuse(refusal) : Step::Head;
        }
        m_lineStart = before + from;
    }
    if (fresh.contains('\0'))
        return refuse(400);
    if (fresh.size() == room)
        return refuse(431);
    m_text.append(fresh);
    input = input.sliced(fresh.size());
    return Step::Hungry;
}

int Guard::admit(BodyMode mode, qint64 limit)
{
    if (m_state != State::Admission)
        return 0;
    int refusal = 0;
    if (m_head.hasBody() && (mode == BodyMode::None || mode == BodyMode::Unset))
        refusal = 413;
    else if (m_head.chunked && mode != BodyMode::Chunked)
        refusal = 411;
    else if (m_head.contentLength > limit && m_head.hasBody())
        refusal = 413;
    if (refusal) {
        refuse(refusal);
        return refusal;
    }
    m_left = qMax<qint64>(0, m_head.contentLength);
    m_state = m_head.chunked ? State::Chunks : State::Length;
    if (m_head.chunked)
        m_decoder = ChunkDecoder(limit);
    else if (m_left > 0)
        m_body.reserve(qMin(m_left, firstReservation));
    return 0;
}

Guard::Step Guard::takeBodyBytes(QByteArrayView &input)
{
    if (m_state == State::Chunks) {
        switch (m_decoder.take(input, m_body)) {
        case ChunkDecoder::Step::Hungry: return Step::Hungry;
        case ChunkDecoder::Step::Refused: return refuse(m_decoder.refusal());
        case ChunkDecoder::Step::Complete: return complete();
        }
    }
    const qsizetype part = qsizetype(qMin<qint64>(m_left, input.size()));
    if (part > 0)
        m_body.append(input.first(part));
    input = input.sliced(part);
    m_left -= part;
    return m_left == 0 ? complete() : Step::Hungry;
}

Guard::Step Guard::complete()
{
    m_state = State::Between;
    return Step::Complete;
}

} // namespace slipway::httpserver
