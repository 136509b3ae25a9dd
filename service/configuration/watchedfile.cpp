// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/watchedfile.h"

#include <QFile>
#include <QFileInfo>

#include <chrono>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace slipway::configuration {
namespace {

using namespace std::chrono_literals;

constexpr auto lookEvery = 1000ms;
constexpr auto settleFor = 50ms;
constexpr auto settleEmptyFor = 1500ms;
/// Two writes within one tick of the file system's clock look alike; a file so young when it was read is read once more.
constexpr auto youngFor = 100ms;
constexpr qint64 largestFile = 16 * 1024 * 1024;

/// Without waiting for whoever might write into a pipe of that name; below 0 for anything but a file.
int openedFile(const QString &path)
{
    const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat status { };
    if (descriptor < 0 || (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)))
        return descriptor;
    ::close(descriptor);
    return -1;
}

} // namespace

WatchedFile::WatchedFile(QString path, Reader reader, QObject *parent)
    : QObject(parent)
    , m_path(std::move(path))
    , m_reader(std::move(reader))
{
    m_settling.setSingleShot(true);
    connect(&m_settling, &QTimer::timeout, this, &WatchedFile::settle);
    connect(&m_looking, &QTimer::timeout, this, &WatchedFile::look);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &WatchedFile::look);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &WatchedFile::look);
    m_watcher.addPath(QFileInfo(m_path).absolutePath());
    m_looking.start(lookEvery);
    read(stamp());
}

WatchedFile::Stamp WatchedFile::stamp() const
{
    const QFileInfo info(m_path);
    Stamp now;
    now.exists = info.exists();
    now.size = info.size();
    now.modified = info.lastModified();
    now.target = info.canonicalFilePath();
    struct stat status { };
    if (::stat(QFile::encodeName(m_path).constData(), &status) == 0)
        now.inode = status.st_ino;
    return now;
}

void WatchedFile::look()
{
    const Stamp now = stamp();
    if ((now == m_last && !m_wasYoung) || (m_settling.isActive() && now == m_candidate))
        return;
    m_candidate = now;
    m_settling.start(now.exists && now.size > 0 ? settleFor : settleEmptyFor);
}

void WatchedFile::settle()
{
    const Stamp now = stamp();
    if (now == m_candidate)
        read(now);
    else
        look();
}

void WatchedFile::read(const Stamp &stamp)
{
    const bool isOnceMore = m_wasYoung && stamp == m_last;
    m_wasYoung = !isOnceMore && stamp.exists && stamp.modified.msecsTo(QDateTime::currentDateTime()) < youngFor.count();
    m_last = stamp;
    watch();
    std::optional<QByteArray> content;
    const int descriptor = openedFile(m_path);
    QFile file;
    if (descriptor >= 0 && file.open(descriptor, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle))
        content = file.read(largestFile);
    if (isOnceMore && content == m_content)
        return;
    m_content = content;
    m_reader(content);
}

void WatchedFile::watch()
{
    // After a rename the watcher still holds the old inode.
    if (!m_watcher.files().isEmpty())
        m_watcher.removePaths(m_watcher.files());
    if (m_last.exists)
        m_watcher.addPath(m_path);
}

} // namespace slipway::configuration
