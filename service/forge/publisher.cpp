// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/publisher.h"

#include <QRegularExpression>

namespace slipway::forge {

using namespace Qt::StringLiterals;
using Kind = Published::Kind;

namespace {

Kind beforeSending(const GitFailure &failure)
{
    // Nothing was sent; what the server says for good is a refusal, the rest may be tried again. Not there is no answer for good: a
    // project that moves, or that the bot may not see for a moment, looks like that.
    return failure.kind == GitFailure::Kind::Forbidden ? Kind::Refused : Kind::NotSent;
}

Kind whileSending(const GitFailure &failure)
{
    switch (failure.kind) {
    case GitFailure::Kind::Forbidden: return Kind::Refused;
    case GitFailure::Kind::NotThere:
    case GitFailure::Kind::TokenRefused:
    case GitFailure::Kind::Throttled: return Kind::NotSent;
    default: return Kind::Unknown;
    }
}

} // namespace

bool isBranchName(const QString &name)
{
    static const QRegularExpression form(u"\\A[a-z0-9][a-z0-9/._-]{0,199}\\z"_s);
    if (!form.match(name).hasMatch())
        return false;
    int valid = 0;
    return git_reference_name_is_valid(&valid, (u"refs/heads/"_s + name).toUtf8().constData()) == 0 && valid == 1;
}

std::optional<Publisher::Result> Publisher::prepare(const QString &branch, const Oid &commit,
                                                    const std::optional<Oid> &expected)
{
    m_reference = u"refs/heads/"_s + branch;
    m_commit = commit;
    m_expected = expected;
    m_session = std::make_unique<RemoteSession>(m_repository, m_access);
    if (auto failure = m_session->connect(GIT_DIRECTION_PUSH))
        return Result { { beforeSending(*failure), std::nullopt, failure->text }, failure };
    const auto present = m_session->advertised(m_reference);
    if (present == commit)
        return Result { { Kind::Done, present, {} }, std::nullopt };
    if (present && present != expected)
        return Result { { Kind::LeaseLost, present, u"the branch stands elsewhere"_s }, std::nullopt };
    return std::nullopt;
}

Publisher::Result Publisher::send()
{
    const QString local = Mirror::keep(m_repository, m_commit);
    const auto failure = m_session->upload(local, m_reference);
    const QString sideband = keptSideband(m_session->sideband());
    if (failure) {
        const QString text = sideband.isEmpty() ? failure->text : failure->text + u'\n' + sideband;
        // libgit2's own words for a server that answered that it threw the pack away: no reference was touched.
        const bool thrownAway = failure->text.startsWith("unpacking the sent packfile failed"_L1);
        const Kind kind = thrownAway ? Kind::Refused : whileSending(*failure);
        return { { kind, std::nullopt, text }, failure };
    }
    // Only the server's word for our reference counts; success of the transfer does not.
    if (!m_session->verdict())
        return { { Kind::Unknown, std::nullopt, u"the server did not say what became of the branch"_s }, std::nullopt };
    if (m_session->verdict()->isEmpty()) {
        Mirror::unkeep(m_repository, m_commit);
        return { { Kind::Done, m_commit, {} }, std::nullopt };
    }
    return refused(*m_session, sideband);
}

Publisher::Result Publisher::refused(const RemoteSession &session, const QString &why)
{
    const QString text = why.isEmpty() ? *session.verdict() : *session.verdict() + u'\n' + why;
    // A lost race and a refused push look alike; the branch itself tells them apart.
    RemoteSession again(m_repository, m_access);
    if (auto failure = again.connect(GIT_DIRECTION_PUSH))
        return { { Kind::Refused, std::nullopt, text }, std::nullopt };
    const auto present = again.advertised(m_reference);
    if (present == m_commit)
        return { { Kind::Done, present, {} }, std::nullopt };
    if (present != session.advertised(m_reference))
        return { { Kind::LeaseLost, present, text }, std::nullopt };
    return { { Kind::Refused, present, text }, std::nullopt };
}

} // namespace slipway::forge
