// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/shareddatabase.h"

#include "tests/support/startfailure.h"

#include <csignal>

using namespace Qt::StringLiterals;

namespace slipway::support {

namespace {

const QString accountName = u"slipway"_s;

} // namespace

SharedDatabase::SharedDatabase(const QString &directory, QByteArray password, int sessions)
    : m_server(directory, sessions)
    , m_password(std::move(password))
{
}

void SharedDatabase::start()
{
    try {
        m_server.start();
        admit();
    } catch (const Error &error) {
        throw StartFailure(ExitCode::DatabaseDown, u"the database did not start: %1"_s.arg(error.detail()), {},
                           u"./slipway doctor"_s);
    }
}

void SharedDatabase::admit() const
{
    administer("CREATE USER IF NOT EXISTS " + accountName.toUtf8() + "@localhost IDENTIFIED BY '" + m_password + "'");
    administer("GRANT ALL PRIVILEGES ON slipway.* TO " + accountName.toUtf8() + "@localhost");
}

bool SharedDatabase::crash() { return signal(SIGKILL); }

void SharedDatabase::freeze() { signal(SIGSTOP); }

void SharedDatabase::thaw() { signal(SIGCONT); }

bool SharedDatabase::signal(int number) const
{
    const qint64 process = m_server.processId(); // 0 between two lives, which to kill() means ourselves and all our children.
    return process > 0 && ::kill(pid_t(process), number) == 0;
}

bool SharedDatabase::answers() const
{
    try {
        database::Connection(administrator()).ensure();
        return true;
    } catch (const Error &) {
        return false;
    }
}

database::Settings SharedDatabase::account() const
{
    database::Settings settings = m_server.settings();
    settings.user = accountName;
    settings.password = QString::fromLatin1(m_password);
    return settings;
}

void SharedDatabase::administer(const QByteArray &statement) const
{
    database::Connection(administrator()).write({ "administer", statement.constData() });
}

} // namespace slipway::support
