// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/chunkdecoder.h"

#include "service/httpserver/grammar.h"

namespace slipway::httpserver {
namespace {

constexpr qsizetype longestLine = 4096;
/// Against bodies that are mostly extensions: they would cost work without ever reaching the limit of the route.
constexpr qsizetype mostOverhead = 16 * 1024;
/// 15 hexadecimal digits cannot overflow 63 bits.
constexpr qsizetype mostSizeDigits = 15;

} // namespace

ChunkDecoder::ChunkDecoder(qint64 limit)
    : m_limit(limit)
{
}

ChunkDecoder::Step ChunkDecoder::refuse(int status)
{
    m_state = State::Refused;
    m_refusal = status;
    return Step::Refused;
}

/// Gathers m_line up to and including LF; false while the input ends before it.
bool ChunkDecoder::completeLine(QByteArrayView &input)
{
    const qsizetype end = input.indexOf('\n');
    const qsizetype part = end < 0 ? input.size() : end + 1;
    m_line.append(input.first(part));
    input = input.sliced(part);
    return end >= 0;
}

bool ChunkDecoder::readSizeLine(qint64 alreadyTaken)
{
    const QByteArrayView line = QByteArrayView(m_line).chopped(2);
    qsizetype digits = 0;
    qint64 size = 0;
    while (digits < line.size() && hexValue(line[digits]) >= 0 && digits <= mostSizeDigits)
        size = size * 16 + hexValue(line[digits++]);
    if (digits == 0 || digits > mostSizeDigits) {
        refuse(400);
        return false;
    }
    const QByteArrayView extension = line.sliced(digits);
    m_overhead += extension.size();
    if (!extension.isEmpty() && (extension.front() != ';' || !isFieldText(extension) || m_overhead > mostOverhead)) {
        refuse(400);
        return false;
    }
    if (size > m_limit - alreadyTaken) {
        refuse(413);
        return false;
    }
    m_left = size;
    m_state = size > 0 ? State::Bytes : State::Trailer;
    return true;
}

bool ChunkDecoder::readTrailerLine()
{
    const QByteArrayView line = QByteArrayView(m_line).chopped(2);
    m_overhead += line.size();
    if (line.isEmpty()) {
        m_state = State::Complete;
        return true;
    }
    if (isField(line) && m_overhead <= mostOverhead)
        return true;
    refuse(400);
    return false;
}

ChunkDecoder::Step ChunkDecoder::take(QByteArrayView &input, QByteArray &body)
{
    while (m_state != State::Complete) {
        if (m_state == State::Refused)
            return Step::Refused;
        if (input.isEmpty())
            return Step::Hungry;
        if (m_state == State::Bytes) {
            const qsizetype part = qsizetype(qMin<qint64>(m_left, input.size()));
            body.append(input.first(part));
            input = input.sliced(part);
            m_left -= part;
            if (m_left == 0)
                m_state = State::BytesEnd;
            continue;
        }
        const bool whole = completeLine(input);
        if (m_line.size() > longestLine)
            return refuse(400);
        if (!whole)
            return Step::Hungry;
        if (!m_line.endsWith("\r\n"))
            return refuse(400);
        const State state = m_state;
        const bool fine = state == State::Size ? readSizeLine(body.size())
            : state == State::Trailer          ? readTrailerLine()
                                               : m_line.size() == 2;
        if (!fine)
            return m_state == State::Refused ? Step::Refused : refuse(400);
        if (state == State::BytesEnd)
            m_state = State::Size;
        m_line.clear();
    }
    return Step::Complete;
}

} // namespace slipway::httpserver
