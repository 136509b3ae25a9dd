// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/serveraccount.h"

#include "shared/error.h"

#include <QFile>
#include <QFileInfo>

#include <csignal>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace slipway::database {
namespace {

/// Whether everybody may walk through all folders above; our own folder is handed over anyway.
bool isReachable(const QString &directory)
{
    for (QString above = QFileInfo(directory).path();; above = QFileInfo(above).path()) {
        struct stat found { };
        if (::stat(QFile::encodeName(above).constData(), &found) != 0 || !(found.st_mode & S_IXOTH))
            return false;
        if (above == "/"_L1)
            return true;
    }
}

} // namespace

ServerAccount ServerAccount::choose(const QString &directory)
{
    ServerAccount account;
    account.m_user = ::geteuid();
    account.m_group = ::getegid();
    if (account.m_user != 0 || !isReachable(QFileInfo(directory).absoluteFilePath()))
        return account;
    for (const char *name : { "mysql", "nobody" }) {
        if (const passwd *entry = ::getpwnam(name)) {
            account.m_user = entry->pw_uid;
            account.m_group = entry->pw_gid;
            account.m_name = name;
            break;
        }
    }
    return account;
}

void ServerAccount::own(const QString &path) const
{
    if (!differsFromOurs())
        return;
    if (::lchown(QFile::encodeName(path).constData(), m_user, m_group) != 0)
        throw Error(Code::Unavailable,
                    u"%1 cannot be given to user %2: %3"_s.arg(path, QString::fromLocal8Bit(m_name),
                                                               QString::fromLocal8Bit(strerror(errno))));
}

void ServerAccount::prepare(QProcess &process, int inherited) const
{
    const pid_t parent = ::getpid();
    process.setChildProcessModifier([user = m_user, group = m_group, switches = differsFromOurs(), parent, inherited] {
        ::setpgid(0, 0);
        if (inherited >= 0)
            ::fcntl(inherited, F_SETFD, 0);
        if (switches && (::setgroups(0, nullptr) != 0 || ::setgid(group) != 0 || ::setuid(user) != 0))
            ::_exit(126);
        // After setuid(), which clears it. We may have died before it was set.
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (::getppid() != parent)
            ::_exit(126);
    });
}

} // namespace slipway::database
