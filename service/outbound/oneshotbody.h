// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QIODevice>

namespace slipway::outbound {

/// A request body that can be read once. Qt repeats a request by itself when the connection dies before the first byte
/// of an answer and the body can be rewound; this one cannot, so that a mutation leaves us at most once.
class OneShotBody final : public QIODevice {
public:
    explicit OneShotBody(QByteArray bytes)
        : m_bytes(std::move(bytes))
    {
        open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    }

    bool isSequential() const override { return true; }
    bool atEnd() const override { return m_read == m_bytes.size(); }
    bool seek(qint64) override { return false; }
    qint64 bytesAvailable() const override { return m_bytes.size() - m_read; }

protected:
    qint64 readData(char *to, qint64 most) override
    {
        const qint64 count = std::min(most, qint64(m_bytes.size()) - m_read);
        if (count == 0)
            return -1;
        memcpy(to, m_bytes.constData() + m_read, size_t(count));
        m_read += count;
        return count;
    }
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    QByteArray m_bytes;
    qint64 m_read = 0;
};

} // namespace slipway::outbound
