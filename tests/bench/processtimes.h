// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QtGlobal>

namespace slipway::bench {

/// What the system says of another process; throws std::runtime_error when it is gone.
class ProcessTimes {
public:
    explicit ProcessTimes(qint64 process)
        : m_process(process)
    {
    }
    double residentMegabytes() const;
    /// Processor time since its start, user and system.
    double processorSeconds() const;

private:
    qint64 m_process;
};

} // namespace slipway::bench
