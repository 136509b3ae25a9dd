// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

namespace slipway::twin {

/// The folder that holds everything of one twin, held by one running twin at a time. The lock is inherited by the git
/// processes on purpose: a twin that starts again waits until those of a killed one have ended, so that no reference
/// moves behind its back.
class DataFolder {
public:
    /// Creates what is missing and takes the lock, waiting a little for an earlier run's children. Throws StartFailure
    /// when the folder holds other things, cannot be written, or is in use.
    explicit DataFolder(const QString &path);
    ~DataFolder();
    DataFolder(const DataFolder &) = delete;
    DataFolder &operator=(const DataFolder &) = delete;

    const QString &path() const { return m_path; }

private:
    void lock();

    QString m_path;
    int m_lock = -1;
};

} // namespace slipway::twin
