// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/authentication.h"

#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

struct SentToken {
    QString value;
    bool bearer = false;
};

/// Wherever GitLab lets clients put it.
SentToken tokenOf(const httpserver::Request &request)
{
    for (const char *name : { "PRIVATE-TOKEN", "JOB-TOKEN" }) {
        const QByteArray own = request.header(name);
        if (!own.isEmpty())
            return { QString::fromUtf8(own) };
    }
    const QByteArray authorization = request.header("Authorization");
    if (authorization.left(7).toLower() == "bearer ")
        return { QString::fromUtf8(authorization.mid(7).trimmed()), true };
    if (authorization.left(6).toLower() == "basic ") {
        // Any user name goes with a token as the password.
        const QByteArray pair = QByteArray::fromBase64(authorization.mid(6).trimmed());
        return { QString::fromUtf8(pair.mid(pair.indexOf(':') + 1)) };
    }
    if (const auto own = request.queryValue(u"private_token"))
        return { *own };
    return { request.queryValue(u"access_token").value_or(QString()), true };
}

bool scopeSuffices(const AccessToken &token, Need need)
{
    switch (need) {
    case Need::Nothing: return true;
    case Need::User: return token.allows(u"api"_s) || token.allows(u"read_api"_s) || token.allows(u"read_user"_s);
    case Need::Read: return token.allows(u"api"_s) || token.allows(u"read_api"_s);
    case Need::Write: return token.allows(u"api"_s);
    }
    return false;
}

/// An administrator may act as somebody else.
void becomeSudoUser(Call &call)
{
    QString wanted = QString::fromUtf8(call.request->header("Sudo"));
    if (wanted.isEmpty())
        wanted = call.request->queryValue(u"sudo").value_or(QString());
    if (wanted.isEmpty())
        return;
    if (!call.user->admin)
        throw Refusal::forbidden(u"Must be admin to use sudo"_s);
    if (!call.token.allows(u"sudo"_s))
        throw insufficientScope(u"sudo"_s);
    bool isNumber = false;
    const qint64 id = wanted.toLongLong(&isNumber);
    const UserPtr other = isNumber ? call.twin.world.userById(id) : call.twin.world.userByName(wanted);
    if (!other)
        throw Refusal::missing(u"User with ID or username '%1'"_s.arg(wanted));
    call.user = other;
}

} // namespace

Refusal invalidToken(const QString &why)
{
    const QByteArray challenge =
        "Bearer realm=\"Protected by OAuth 2.0\", error=\"invalid_token\", error_description=\"" + why.toUtf8() + '"';
    return Refusal(401, { { u"error"_s, u"invalid_token"_s }, { u"error_description"_s, why } })
        .withHeader("WWW-Authenticate", challenge);
}

Refusal expiredToken() { return invalidToken(u"Token is expired. You can either do re-authorization or token refresh."_s); }

Refusal revokedToken() { return invalidToken(u"Token was revoked. You have to re-authorize from the user."_s); }

Refusal insufficientScope(const QString &needed)
{
    return Refusal(403,
                   { { u"error"_s, u"insufficient_scope"_s },
                     { u"error_description"_s, u"The request requires higher privileges than provided by the access token."_s },
                     { u"scope"_s, needed } });
}

UserPtr tokenOwner(const World &world, const httpserver::Request &request)
{
    const SentToken sent = tokenOf(request);
    AccessToken ignored;
    return sent.value.isEmpty() ? nullptr : world.userByToken(sent.value, &ignored);
}

void authenticate(const Operation &operation, Call &call)
{
    const SentToken sent = tokenOf(*call.request);
    const bool lenient = operation.need == Need::Nothing;
    if (sent.value.isEmpty()) {
        if (operation.need == Need::Write)
            throw Refusal::unauthorized();
        return;
    }
    AccessToken token;
    const UserPtr user = call.twin.world.userByToken(sent.value, &token);
    const bool expired = token.expiresAt && *token.expiresAt <= call.twin.clock.now();
    if (user && !token.revoked && !expired) {
        call.user = user;
        call.token = token;
        call.twin.world.journalEntry(call.journal).user = user->username;
    }
    if (lenient)
        return;
    if (!user)
        throw sent.bearer ? invalidToken(u"Token was not found. You have to re-authorize from the user."_s)
                          : Refusal::unauthorized();
    if (token.revoked)
        throw revokedToken();
    if (expired)
        throw expiredToken();
    if (!scopeSuffices(token, operation.need))
        throw insufficientScope(operation.need == Need::Write ? u"api"_s : u"api read_api"_s);
    becomeSudoUser(call);
    call.twin.world.journalEntry(call.journal).user = call.user->username;
}

} // namespace slipway::twin
