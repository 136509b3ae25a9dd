// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QElapsedTimer>
#include <QString>

namespace slipway::support {

/// What the person at the terminal, or the log of a job, gets to see: steps with their time, one line of progress that
/// is written over where there is a terminal and repeated at most every two seconds where there is none.
class Screen {
public:
    Screen();

    void line(const QString &text);
    /// "… " now, the time at done(), or "failed" if that is never called before the next line.
    void begin(const QString &step);
    void done();
    void progress(const QString &text);
    /// Ends a line of progress, so that what follows stands below it.
    void settle();
    /// To stderr, marked as a failure.
    void complain(const QString &text);

private:
    void put(const QString &text);

    bool m_terminal;
    bool m_coloured;
    bool m_open = false; ///< The cursor stands behind text.
    QString m_last;
    QElapsedTimer m_step;
    QElapsedTimer m_sinceProgress;
};

} // namespace slipway::support
