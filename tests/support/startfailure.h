// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

#include <stdexcept>

namespace slipway::support {

/// Exit codes of slipway-stack, the same as those of the script ./slipway.
enum class ExitCode : int {
    Good = 0,
    Failed = 1, ///< It ran, and what came out is not what must come out.
    Usage = 2,
    PortTaken = 14,
    DiskFull = 15,
    DatabaseDown = 17,
    StackDown = 18, ///< Another part did not start.
};

/// A part that does not start or dies, in words for whoever started it.
class StartFailure : public std::runtime_error {
public:
    /// \a log: path of the file that tells more; \a remedy: one line to try. Both may be empty.
    StartFailure(ExitCode code, const QString &what, QString log = {}, QString remedy = {})
        : std::runtime_error(what.toStdString())
        , m_code(code)
        , m_log(std::move(log))
        , m_remedy(std::move(remedy))
    {
    }

    ExitCode code() const { return m_code; }
    const QString &log() const { return m_log; }
    const QString &remedy() const { return m_remedy; }

private:
    ExitCode m_code;
    QString m_log;
    QString m_remedy;
};

} // namespace slipway::support
