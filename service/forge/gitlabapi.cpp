// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/gitlabapi.h"

#include "service/forge/gitlabanswer.h"

#include <QJsonDocument>

namespace slipway::forge {

using namespace Qt::StringLiterals;
using gitlab::ReadVerdict;
using outbound::Answer;

namespace {

constexpr int pageSize = 100;
// Ten thousand rows of something we asked for by merge request or branch: a server that never stops naming a next page.
constexpr int mostPages = 100;
constexpr qsizetype mostRequestText = 512;

bool namesNextPage(const Answer &answer, qsizetype rows)
{
    const QByteArray link = answer.header("Link");
    if (!link.isEmpty())
        return link.contains("rel=\"next\"");
    for (const auto &[name, value] : answer.headers) {
        if (name.compare("X-Next-Page", Qt::CaseInsensitive) == 0)
            return !value.trimmed().isEmpty();
    }
    return rows >= pageSize;
}

} // namespace

GitLabApi::GitLabApi(const ForgeSettings &settings, BotTokens &tokens, outbound::Dependency &dependency, CallObserver &observer)
    : m_settings(settings)
    , m_tokens(tokens)
    , m_dependency(dependency)
    , m_observer(observer)
{
}

QString GitLabApi::encoded(const QString &text) { return QString::fromLatin1(QUrl::toPercentEncoding(text)); }

QString GitLabApi::projectPath(const Project &project) { return u"/projects/"_s + encoded(project.path); }

QString GitLabApi::mergeRequestPath(const Project &project, MergeRequestIid iid)
{
    return projectPath(project) + u"/merge_requests/%1"_s.arg(iid.value());
}

CallRecord GitLabApi::recordOf(const Request &request, const QString &summary)
{
    return { QString::fromLatin1(request.operation), request.project, request.subject, request.bot,
             gitlab::oneLine(summary, mostRequestText) };
}

outbound::Call GitLabApi::callFor(const Request &request) const
{
    QString base = m_settings.url.toString(QUrl::FullyEncoded | QUrl::StripTrailingSlash | QUrl::RemoveQuery
                                           | QUrl::RemoveFragment | QUrl::RemoveUserInfo);
    QString address = base + u"/api/v4"_s + request.path;
    if (!request.query.isEmpty())
        address += u'?' + request.query.toString(QUrl::FullyEncoded);
    outbound::Call call { .operation = request.operation };
    // Strict, so that the %2F of a project's path stays one segment.
    call.url = QUrl::fromEncoded(address.toLatin1(), QUrl::StrictMode);
    call.headers = { { "PRIVATE-TOKEN", m_tokens.valueOf(request.bot) } };
    call.deadline = m_settings.callDeadline();
    return call;
}

void GitLabApi::fail(const Request &request, int status, Error error)
{
    m_observer.readFailed(recordOf(request, request.path), status, error.detail());
    throw error;
}

Answer GitLabApi::performRead(const Request &request)
{
    const QString who = nameOf(request.bot);
    if (const auto wait = m_tokens.waitOf(request.bot)) {
        Error refused(Code::Unavailable, u"%1: the token of %2 is refused"_s.arg(QLatin1StringView(request.operation), who));
        fail(request, 401, refused.withRetryAfter(*wait));
    }
    const Answer answer = m_dependency.perform(callFor(request));
    ReadVerdict verdict = gitlab::verdictOf(answer);
    if (verdict == ReadVerdict::TokenDoubtful && request.path != "/user"_L1 && isTokenAlive(request.bot))
        verdict = ReadVerdict::Unavailable;
    switch (verdict) {
    case ReadVerdict::Found:
    case ReadVerdict::Absent: m_tokens.accepted(request.bot); return answer;
    case ReadVerdict::TokenRefused:
    case ReadVerdict::TokenDoubtful: m_tokens.refused(request.bot, gitlab::wordsOf(answer)); break;
    case ReadVerdict::Misasked:
    case ReadVerdict::Unavailable: break;
    }
    fail(request, answer.status, gitlab::readError(answer, request.operation));
}

bool GitLabApi::isTokenAlive(Bot bot)
{
    const Answer answer = m_dependency.perform(callFor({ .operation = "user.read", .bot = bot, .path = u"/user"_s }));
    // Only a clear no condemns the token: a probe that failed says nothing.
    return answer.transport != Answer::Transport::Answered || answer.status != 401;
}

std::optional<Answer> GitLabApi::read(const Request &request)
{
    Answer answer = performRead(request);
    if (answer.status == 404)
        return std::nullopt;
    return answer;
}

std::optional<Answer> GitLabApi::readInProject(const Request &request)
{
    if (auto answer = read(request))
        return answer;
    const Request whole {
        .operation = "project.read", .project = request.project, .bot = request.bot, .path = projectPath(request.project)
    };
    if (!read(whole))
        fail(whole, 404,
             Error(Code::Unavailable, u"project %1 is not visible to %2"_s.arg(request.project.path, nameOf(request.bot))));
    return std::nullopt;
}

std::optional<QJsonArray> GitLabApi::readAllPages(Request request)
{
    QJsonArray all;
    const QUrlQuery asked = request.query;
    for (int page = 1; page <= mostPages; ++page) {
        request.query = asked;
        request.query.addQueryItem(u"per_page"_s, QString::number(pageSize));
        request.query.addQueryItem(u"page"_s, QString::number(page));
        const auto answer = readInProject(request);
        if (!answer)
            return std::nullopt;
        const QJsonValue json = answer->json();
        if (!json.isArray())
            fail(request, answer->status, Error(Code::Unavailable, u"a list was expected"_s));
        const QJsonArray rows = json.toArray();
        for (const QJsonValue &row : rows)
            all.append(row);
        if (rows.isEmpty() || !namesNextPage(*answer, rows.size()))
            return all;
    }
    fail(request, 200, Error(Code::Unavailable, u"more than %1 pages"_s.arg(mostPages)));
}

Outcome GitLabApi::send(const Request &request, outbound::Verb verb, const QJsonObject &body, int deadlineFactor)
{
    Outcome unsent;
    if (const auto wait = m_tokens.waitOf(request.bot)) {
        unsent.text = u"the token of %1 is refused"_s.arg(nameOf(request.bot));
        unsent.retryAfter = wait;
        return unsent;
    }
    auto pass = m_dependency.enter();
    if (!pass.isGranted()) {
        unsent.text = pass.reason();
        unsent.retryAfter = pass.wait();
        return unsent;
    }
    outbound::Call call = callFor(request);
    call.verb = verb;
    call.deadline *= deadlineFactor;
    call.body = QJsonDocument(body).toJson(QJsonDocument::Compact);
    const qint64 ticket = m_observer.sending(recordOf(request, QString::fromUtf8(call.body)));
    const Answer answer = outbound::HttpClient::forThisThread().perform(call);
    pass.judge(answer);
    if (gitlab::namesRefusedToken(answer))
        m_tokens.refused(request.bot, gitlab::wordsOf(answer));
    else if (answer.isSuccess())
        m_tokens.accepted(request.bot);
    const Outcome outcome = gitlab::outcomeOf(answer);
    m_observer.answered(ticket, outcome);
    return outcome;
}

} // namespace slipway::forge
