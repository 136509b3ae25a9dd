// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace slipway::configuration {

/// Reads one small file at start and again whenever it changes: in place, by rename over it, or by a swapped symbolic
/// link. Change events alone are not trusted (they get lost on network file systems and after a rename), so it also
/// looks by itself. A file is read only when it has stopped changing, and an emptied one only when it stays empty,
/// because editors truncate before they write. What is no file (a folder, a pipe) is as good as absent.
///
/// Belongs to a thread with an event loop. The reader is called in that thread; with nothing when the file is not
/// there.
class WatchedFile : public QObject {
    Q_OBJECT
public:
    using Reader = std::function<void(const std::optional<QByteArray> &content)>;

    /// Calls \a reader once before it returns.
    WatchedFile(QString path, Reader reader, QObject *parent = nullptr);

    const QString &path() const { return m_path; }

private:
    struct Stamp {
        bool exists = false;
        qint64 size = 0;
        QDateTime modified;
        QString target; ///< Where the path leads, so that a swapped link is a change.
        quint64 inode = 0;
        bool operator==(const Stamp &) const = default;
    };
    Stamp stamp() const;
    void look();
    void settle();
    void read(const Stamp &stamp);
    void watch();

    QString m_path;
    Reader m_reader;
    QFileSystemWatcher m_watcher;
    QTimer m_looking;
    QTimer m_settling;
    Stamp m_last;
    Stamp m_candidate;
    bool m_wasYoung = false; ///< When it was read last, it had been written that very moment.
    std::optional<QByteArray> m_content; ///< As read last.
};

} // namespace slipway::configuration
