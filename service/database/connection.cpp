// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/connection.h"

#include "service/database/session.h"

#include <algorithm>

namespace slipway::database {
namespace {

bool sameServer(const Settings &a, const Settings &b)
{
    return a.socket == b.socket && a.host == b.host && a.port == b.port && a.schema == b.schema && a.user == b.user
        && a.password == b.password && a.tls == b.tls && a.certificateAuthority == b.certificateAuthority
        && a.lockWait == b.lockWait && a.statementLimit == b.statementLimit && a.answerGrace == b.answerGrace;
}

} // namespace

Connection::Connection(Settings settings)
    : d(std::make_unique<Private>(std::move(settings)))
{
}

Connection::~Connection() = default;

Connection &Connection::forThisThread(const Settings &settings)
{
    thread_local std::vector<std::unique_ptr<Connection>> connections;
    const auto found = std::find_if(connections.begin(), connections.end(),
                                    [&](const auto &c) { return sameServer(c->d->settings, settings); });
    if (found != connections.end())
        return **found;
    return *connections.emplace_back(std::make_unique<Connection>(settings));
}

int Connection::run(const Statement &statement, const Bindings &bindings, const std::function<void(const Row &)> &each)
{
    d->refuseInsideTransaction(statement.name);
    bool delivered = false;
    const auto deliver = [&](const Row &row) {
        delivered = true;
        each(row);
    };
    d->ensure();
    try {
        return d->read(statement, bindings, deliver);
    } catch (const DatabaseError &error) {
        if (error.kind() != Kind::ConnectionLost && error.kind() != Kind::Unavailable)
            throw;
        d->drop();
        if (delivered || error.kind() != Kind::ConnectionLost)
            throw;
    }
    // A read may be repeated once on a fresh session: a server that was restarted shows only now.
    d->ensure();
    return d->read(statement, bindings, each);
}

int Connection::write(const Statement &statement, const Bindings &bindings)
{
    d->refuseInsideTransaction(statement.name);
    d->ensure();
    int affected = 0;
    try {
        d->execute(statement, bindings, [&](QSqlQuery &query) { affected = query.numRowsAffected(); });
    } catch (const DatabaseError &error) {
        if (error.kind() == Kind::ConnectionLost || error.kind() == Kind::Unavailable)
            d->drop();
        throw;
    }
    return affected;
}

void Connection::ensure() { d->ensure(); }

void Connection::drop()
{
    d->refuseInsideTransaction("drop");
    d->drop();
}

} // namespace slipway::database
