// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/remotesession.h"

#include "service/forge/guardedstream.h"

namespace slipway::forge {

using namespace Qt::StringLiterals;

namespace {

// A server may talk as long as it likes; only the beginning is of use.
constexpr qsizetype mostSideband = 64 * 1024;

int goOn()
{
    NetworkGuard *guard = NetworkGuard::current();
    return guard && !guard->mayGoOn() ? GIT_EUSER : 0;
}

} // namespace

QString textOf(const git_oid &oid)
{
    char text[GIT_OID_HEXSZ + 1] = {};
    git_oid_fmt(text, &oid);
    return QString::fromLatin1(text, GIT_OID_HEXSZ);
}

std::optional<git_oid> gitOidOf(const Oid &oid)
{
    git_oid parsed;
    const QByteArray text = oid.value().toLatin1();
    if (text.size() != GIT_OID_HEXSZ || git_oid_fromstr(&parsed, text.constData()) < 0)
        return std::nullopt;
    return parsed;
}

RemoteSession::RemoteSession(git_repository *repository, RemoteAccess access)
    : m_repository(repository)
    , m_access(std::move(access))
{
}

git_remote_callbacks RemoteSession::callbacks()
{
    git_remote_callbacks calls = GIT_REMOTE_CALLBACKS_INIT;
    calls.payload = this;
    calls.credentials = onCredentials;
    calls.sideband_progress = onSideband;
    calls.push_update_reference = onVerdict;
    calls.transfer_progress = onTransfer;
    calls.push_transfer_progress = onPushTransfer;
    calls.pack_progress = onPack;
    return calls;
}

RemoteSession::Result RemoteSession::resultOf(int rc) const
{
    return rc < 0 ? std::optional(lastGitFailure(rc)) : std::nullopt;
}

RemoteSession::Result RemoteSession::connect(git_direction direction)
{
    git_remote *remote = nullptr;
    if (const int rc = git_remote_create_anonymous(&remote, m_repository, m_access.url.toUtf8().constData()); rc < 0)
        return lastGitFailure(rc);
    m_remote.reset(remote);
    git_remote_connect_options options = GIT_REMOTE_CONNECT_OPTIONS_INIT;
    options.callbacks = callbacks();
    options.follow_redirects = GIT_REMOTE_REDIRECT_NONE;
    options.proxy_opts.type = GIT_PROXY_NONE;
    if (const int rc = git_remote_connect_ext(remote, direction, &options); rc < 0)
        return lastGitFailure(rc);
    const git_remote_head **heads = nullptr;
    size_t count = 0;
    if (const int rc = git_remote_ls(&heads, &count, remote); rc < 0)
        return lastGitFailure(rc);
    m_heads.clear();
    for (size_t i = 0; i < count; ++i)
        m_heads.insert(QString::fromUtf8(heads[i]->name), Oid(textOf(heads[i]->oid)));
    return std::nullopt;
}

std::optional<Oid> RemoteSession::advertised(const QString &reference) const
{
    const auto head = m_heads.constFind(reference);
    return head == m_heads.constEnd() ? std::nullopt : std::optional(*head);
}

std::optional<QString> RemoteSession::referenceAt(const Oid &oid) const
{
    for (auto head = m_heads.begin(); head != m_heads.end(); ++head) {
        if (head.value() == oid && head.key().startsWith("refs/"_L1) && !head.key().endsWith("^{}"_L1))
            return head.key();
    }
    return std::nullopt;
}

RemoteSession::Result RemoteSession::download(const QString &reference)
{
    QByteArray spec = reference.toUtf8();
    char *specs[] = { spec.data() };
    const git_strarray list { specs, 1 };
    git_fetch_options options = GIT_FETCH_OPTIONS_INIT;
    options.callbacks = callbacks();
    options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE;
    options.update_fetchhead = 0;
    options.follow_redirects = GIT_REMOTE_REDIRECT_NONE;
    return resultOf(git_remote_download(m_remote.get(), &list, &options));
}

RemoteSession::Result RemoteSession::upload(const QString &localReference, const QString &remoteReference)
{
    QByteArray spec = u"+%1:%2"_s.arg(localReference, remoteReference).toUtf8();
    char *specs[] = { spec.data() };
    const git_strarray list { specs, 1 };
    git_push_options options = GIT_PUSH_OPTIONS_INIT;
    options.callbacks = callbacks();
    options.follow_redirects = GIT_REMOTE_REDIRECT_NONE;
    options.pb_parallelism = 1;
    return resultOf(git_remote_upload(m_remote.get(), &list, &options));
}

int RemoteSession::onCredentials(git_credential **out, const char *, const char *, unsigned int allowed, void *payload)
{
    auto *self = static_cast<RemoteSession *>(payload);
    // Asked a second time means refused; the library would ask for ever.
    if (++self->m_credentialsAsked > 1 || self->m_access.token.isEmpty() || !(allowed & GIT_CREDENTIAL_USERPASS_PLAINTEXT)) {
        git_error_set_str(GIT_ERROR_HTTP, "the token is refused");
        return GIT_EAUTH;
    }
    return git_credential_userpass_plaintext_new(out, "oauth2", self->m_access.token.constData());
}

int RemoteSession::onSideband(const char *text, int length, void *payload)
{
    auto *self = static_cast<RemoteSession *>(payload);
    if (self->m_sideband.size() < mostSideband)
        self->m_sideband.append(text, length);
    return goOn();
}

int RemoteSession::onVerdict(const char *, const char *status, void *payload)
{
    static_cast<RemoteSession *>(payload)->m_verdict = QString::fromUtf8(status ? status : "");
    return 0;
}

int RemoteSession::onTransfer(const git_indexer_progress *, void *) { return goOn(); }
int RemoteSession::onPushTransfer(unsigned int, unsigned int, size_t, void *) { return goOn(); }
int RemoteSession::onPack(int, uint32_t, uint32_t, void *) { return goOn(); }

} // namespace slipway::forge
