// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/serverdirectory.h"

#include "shared/error.h"

#include <QCryptographicHash>
#include <QDeadlineTimer>
#include <QDir>
#include <QDirIterator>
#include <QSaveFile>
#include <QStandardPaths>
#include <QStorageInfo>
#include <QThread>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace slipway::database {
namespace {

constexpr qint64 spaceNeeded = 200LL * 1024 * 1024; // 80 MB at first; the rest is room to work.
constexpr qsizetype longestSocketPath = 107;
constexpr int installMilliseconds = 120'000;
constexpr int orphanMilliseconds = 30'000; // A killed owner's server gets SIGTERM and needs a moment to write its pages.
constexpr qint64 logLimit = 4LL * 1024 * 1024;

[[noreturn]] void unavailable(const QString &detail) { throw Error(Code::Unavailable, u"private database: "_s + detail); }

QString reason() { return QString::fromLocal8Bit(strerror(errno)); }

/// A process that ended and was not yet collected by its parent still has its number, but holds nothing any more.
bool lives(int process)
{
    if (process <= 0 || (::kill(process, 0) != 0 && errno != EPERM))
        return false;
    QFile stat(u"/proc/%1/stat"_s.arg(process));
    if (!stat.open(QIODevice::ReadOnly))
        return true;
    const QByteArray text = stat.readAll();
    return text.mid(text.lastIndexOf(')') + 2, 1) != "Z";
}

/// The name of the user we run as; empty where there is none (a container with a bare number).
QString ownName()
{
    const passwd *entry = ::getpwuid(::geteuid());
    return entry ? QString::fromLocal8Bit(entry->pw_name) : QString();
}

} // namespace

ServerDirectory::ServerDirectory(const QString &path)
    : m_path(QFileInfo::exists(path) ? QFileInfo(path).canonicalFilePath() : QDir(path).absolutePath())
{
}

ServerDirectory::~ServerDirectory() { close(); }

QString ServerDirectory::program(const QString &name)
{
    QString found = QStandardPaths::findExecutable(name);
    if (found.isEmpty()) // A user's PATH often lacks the sbin folders.
        found =
            QStandardPaths::findExecutable(name, { u"/usr/sbin"_s, u"/usr/local/sbin"_s, u"/usr/local/bin"_s, u"/usr/bin"_s });
    if (found.isEmpty())
        unavailable(
            u"the program %1 is missing: install the package mariadb-server-core, or set database.mode to external"_s.arg(
                name));
    return found;
}

void ServerDirectory::open()
{
    create();
    lock();
    m_account = ServerAccount::choose(m_path);
    adopt();
    privateFolder(temporary(), m_account.user());
    m_account.own(temporary());
    chooseSocket();
    if (!QFileInfo::exists(data()))
        install();
    readAccount();
    if (QFileInfo(log()).size() > logLimit)
        QFile::remove(log());
}

bool ServerDirectory::find()
{
    if (!QFileInfo::exists(data()))
        return false;
    m_account = ServerAccount::choose(m_path);
    chooseSocket();
    readAccount();
    return true;
}

void ServerDirectory::readAccount()
{
    QFile account(m_path + "/account"_L1);
    if (!account.open(QIODevice::ReadOnly))
        unavailable(u"%1 cannot be read: %2"_s.arg(account.fileName(), account.errorString()));
    m_databaseUser = QString::fromUtf8(account.readAll().trimmed());
}

void ServerDirectory::adopt() const
{
    if (!m_account.differsFromOurs())
        return;
    m_account.own(m_path);
    struct stat found { };
    if (::stat(QFile::encodeName(data()).constData(), &found) != 0 || found.st_uid == m_account.user())
        return;
    // Installed under another account, or copied by root.
    QDirIterator files(m_path, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                       QDirIterator::Subdirectories);
    while (files.hasNext())
        m_account.own(files.next());
}

void ServerDirectory::close()
{
    if (m_lock >= 0)
        ::close(std::exchange(m_lock, -1));
}

void ServerDirectory::privateFolder(const QString &path, uid_t alsoAllowed) const
{
    const QByteArray name = QFile::encodeName(path);
    if (::mkdir(name.constData(), 0700) != 0 && errno != EEXIST)
        unavailable(u"%1 cannot be created: %2"_s.arg(path, reason()));
    struct stat found { };
    if (::lstat(name.constData(), &found) != 0 || !S_ISDIR(found.st_mode))
        unavailable(u"%1 is not a directory"_s.arg(path));
    if (found.st_uid != ::geteuid() && found.st_uid != alsoAllowed)
        unavailable(u"%1 belongs to another user"_s.arg(path));
    // The server's socket is open to everybody; this folder is what keeps others out.
    if ((found.st_mode & 0777) != 0700 && ::chmod(name.constData(), 0700) != 0)
        unavailable(u"%1 cannot be made private: %2"_s.arg(path, reason()));
}

void ServerDirectory::create()
{
    const QString above = QFileInfo(m_path).path();
    if (!QDir().mkpath(above))
        unavailable(u"%1 cannot be created: check that data.directory may be written by %2"_s.arg(above, ownName()));
    // Root may find it given to the server's account already.
    struct stat found { };
    const bool isRootsBusiness = ::geteuid() == 0 && ::stat(QFile::encodeName(m_path).constData(), &found) == 0;
    privateFolder(m_path, isRootsBusiness ? found.st_uid : ::geteuid());
    if (::access(QFile::encodeName(m_path).constData(), W_OK | X_OK) != 0)
        unavailable(u"%1 cannot be written by %2: %3"_s.arg(m_path, ownName(), reason()));
}

void ServerDirectory::lock()
{
    close();
    const QString path = m_path + "/lock"_L1;
    m_lock = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (m_lock < 0)
        unavailable(u"%1 cannot be written: %2"_s.arg(path, reason()));
    const QDeadlineTimer orphan(orphanMilliseconds);
    while (::flock(m_lock, LOCK_EX | LOCK_NB) != 0) {
        char text[32] = {};
        const auto length = ::pread(m_lock, text, sizeof text - 1, 0);
        const int owner = length > 0 ? ::atoi(text) : 0;
        if (lives(owner) || orphan.hasExpired()) {
            close();
            unavailable(u"%1 is in use by process %2; give this one its own data.directory"_s.arg(m_path).arg(owner));
        }
        QThread::msleep(20);
    }
    const QByteArray self = QByteArray::number(qlonglong(::getpid())) + '\n';
    if (::ftruncate(m_lock, 0) != 0 || ::pwrite(m_lock, self.constData(), size_t(self.size()), 0) != self.size())
        unavailable(u"%1 cannot be written: %2"_s.arg(path, reason()));
}

void ServerDirectory::chooseSocket()
{
    m_socket = m_path + "/socket"_L1;
    if (QFile::encodeName(m_socket).size() <= longestSocketPath)
        return;
    const QByteArray hash = QCryptographicHash::hash(m_path.toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    // Another user cannot enter our runtime directory.
    const QString base = runtime.isEmpty() || m_account.differsFromOurs() ? u"/tmp"_s : runtime;
    const QString folder = u"%1/slipway-%2"_s.arg(base, QString::fromLatin1(hash));
    privateFolder(folder, m_account.user());
    m_account.own(folder);
    m_socket = folder + "/socket"_L1;
    if (QFile::encodeName(m_socket).size() > longestSocketPath)
        unavailable(u"%1 is too long for a socket; choose a shorter data.directory"_s.arg(m_socket));
}

void ServerDirectory::install()
{
    if (const QStorageInfo storage(m_path); storage.bytesAvailable() < spaceNeeded)
        unavailable(u"only %1 MB are free in %2; %3 MB are needed"_s.arg(storage.bytesAvailable() >> 20)
                        .arg(m_path)
                        .arg(spaceNeeded >> 20));
    const QString target = data() + ".new"_L1; // Renamed when complete: a crash leaves no half installation behind.
    QDir(target).removeRecursively();
    privateFolder(target, m_account.user());
    m_account.own(target);
    // The server lets in only the operating system's user of this name, without a password.
    const QString name = ownName();
    runInstaller(target, name);
    QSaveFile account(m_path + "/account"_L1);
    if (!account.open(QIODevice::WriteOnly) || account.write((name.isEmpty() ? u"root"_s : name).toUtf8()) < 0
        || !account.commit())
        unavailable(u"%1 cannot be written: %2"_s.arg(account.fileName(), account.errorString()));
    if (!QDir().rename(target, data()))
        unavailable(u"%1 cannot be renamed to %2"_s.arg(target, data()));
}

void ServerDirectory::runInstaller(const QString &target, const QString &user)
{
    QStringList arguments { u"--no-defaults"_s,
                            u"--datadir="_s + target,
                            u"--skip-test-db"_s,
                            u"--skip-name-resolve"_s,
                            u"--innodb-log-file-size=48M"_s,
                            u"--innodb-buffer-pool-size=16M"_s,
                            u"--character-set-server=utf8mb4"_s,
                            u"--collation-server=utf8mb4_bin"_s };
    if (user.isEmpty())
        arguments.append(u"--auth-root-authentication-method=normal"_s); // Kept private by the folder alone.
    else
        arguments.append({ u"--auth-root-authentication-method=socket"_s, u"--auth-root-socket-user="_s + user });
    if (m_account.isRoot())
        arguments.append(u"--user=root"_s);
    program(u"mariadbd"_s); // The installer's own message about it is hard to read.
    QProcess installer;
    installer.setProcessChannelMode(QProcess::MergedChannels);
    installer.setWorkingDirectory(target);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"TMPDIR"_s, temporary()); // Not --tmpdir: the installer takes that apart at blanks.
    installer.setProcessEnvironment(environment);
    m_account.prepare(installer, m_lock);
    installer.start(program(u"mariadb-install-db"_s), arguments);
    if (!installer.waitForFinished(installMilliseconds))
        installer.kill();
    if (installer.waitForFinished(1000) || installer.state() == QProcess::NotRunning) {
        if (installer.exitStatus() == QProcess::NormalExit && installer.exitCode() == 0)
            return;
    }
    const QString output = QString::fromLocal8Bit(installer.readAll()).right(2000);
    unavailable(u"the installation in %1 failed: %2 %3"_s.arg(target, installer.errorString(), output.trimmed()));
}

QString ServerDirectory::logTail() const
{
    QFile file(log());
    if (!file.open(QIODevice::ReadOnly))
        return {};
    file.seek(qMax<qint64>(0, file.size() - 2000));
    return QString::fromUtf8(file.readAll()).trimmed();
}

} // namespace slipway::database
