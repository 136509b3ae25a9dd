// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/driver/onceonlybody.h"

#include <algorithm>
#include <cstring>

namespace slipway::twin {

OnceOnlyBody::OnceOnlyBody(QByteArray bytes)
    : m_bytes(std::move(bytes))
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

qint64 OnceOnlyBody::readData(char *to, qint64 limit)
{
    const qint64 count = std::min(limit, qint64(m_bytes.size()) - m_position);
    if (count <= 0)
        return -1;
    std::memcpy(to, m_bytes.constData() + m_position, size_t(count));
    m_position += count;
    return count;
}

} // namespace slipway::twin
