// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/store/datafolder.h"

#include "tests/twin/core/startfailure.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

const auto marker = u"/slipway-twin.data"_s;
constexpr int patienceMs = 10000;

} // namespace

DataFolder::DataFolder(const QString &path)
    : m_path(QDir(path).absolutePath())
{
    QDir directory(m_path);
    if (!directory.exists() && !QDir().mkpath(m_path))
        throw StartFailure { 3, u"the data folder %1 cannot be created"_s.arg(m_path) };
    const bool isOurs = QFile::exists(m_path + marker);
    if (!isOurs && !directory.isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot))
        throw StartFailure { 3, u"the folder %1 holds other things; give the twin one of its own"_s.arg(m_path) };
    if (isOurs && !QFile::exists(m_path + u"/state.sqlite"_s) && directory.exists(u"repositories"_s)
        && !QDir(m_path + u"/repositories"_s).isEmpty())
        throw StartFailure {
            3, u"the folder %1 is of an older version of the twin, which kept no state; remove it"_s.arg(m_path)
        };
    lock();
    if (!directory.mkpath(u"repositories"_s) || !directory.mkpath(u"home"_s))
        throw StartFailure { 3, u"the data folder %1 cannot be written to"_s.arg(m_path) };
}

DataFolder::~DataFolder() { ::close(m_lock); }

void DataFolder::lock()
{
    // Without O_CLOEXEC: see the class.
    m_lock = ::open(QFile::encodeName(m_path + marker).constData(), O_RDWR | O_CREAT, 0644);
    if (m_lock < 0) {
        throw StartFailure {
            3, u"the data folder %1 cannot be written to: %2"_s.arg(m_path, QString::fromLocal8Bit(std::strerror(errno)))
        };
    }
    const QDeadlineTimer deadline(patienceMs);
    while (::flock(m_lock, LOCK_EX | LOCK_NB) != 0) {
        if (deadline.hasExpired()) {
            ::close(m_lock);
            throw StartFailure { 3, u"the data folder %1 is in use by another twin"_s.arg(m_path) };
        }
        ::usleep(20000);
    }
}

} // namespace slipway::twin
