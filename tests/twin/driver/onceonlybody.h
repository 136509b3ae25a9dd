// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QIODevice>

namespace slipway::twin {

/// A request body that cannot be read twice, so that the network stack cannot send a request twice.
class OnceOnlyBody : public QIODevice {
    Q_OBJECT
public:
    explicit OnceOnlyBody(QByteArray bytes);

    bool isSequential() const override { return true; }
    /// The network stack tries when it wants to send again; the base class would warn.
    bool seek(qint64) override { return false; }
    qint64 bytesAvailable() const override { return m_bytes.size() - m_position + QIODevice::bytesAvailable(); }
    bool atEnd() const override { return m_position >= m_bytes.size(); }

protected:
    qint64 readData(char *to, qint64 limit) override;
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    QByteArray m_bytes;
    qint64 m_position = 0;
};

} // namespace slipway::twin
