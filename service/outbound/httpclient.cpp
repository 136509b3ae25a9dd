// SPDX-License-Identifier: GPL-3.0-only
#include "service/outbound/httpclient.h"

#include "service/outbound/exchange.h"
#include "service/outbound/loopbackproxyrule.h"
#include "shared/failpoint.h"

#include <QThreadStorage>

namespace slipway::outbound {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

constexpr int mostRedirects = 3;

int portOf(const QUrl &url) { return url.port(url.scheme() == "https"_L1 ? 443 : 80); }

bool sameOrigin(const QUrl &a, const QUrl &b)
{
    return a.scheme() == b.scheme() && a.host() == b.host() && portOf(a) == portOf(b);
}

/// Where a GET goes next; invalid when the answer is to be returned as it is.
QUrl nextUrl(const Call &call, const QUrl &url, const Answer &answer)
{
    static const QList<int> redirects { 301, 302, 303, 307, 308 };
    if (call.verb != Verb::Get || answer.transport != Answer::Transport::Answered || !redirects.contains(answer.status))
        return {};
    const QUrl target = url.resolved(QUrl::fromEncoded(answer.header("Location"), QUrl::StrictMode));
    return target.isValid() && sameOrigin(url, target) ? target : QUrl();
}

} // namespace

class HttpClient::Private {
public:
    QNetworkAccessManager network;
    bool used = false;
};

HttpClient::HttpClient()
    : d(std::make_unique<Private>())
{
    d->network.setProxyFactory(new LoopbackProxyRule);
    d->network.setAutoDeleteReplies(false);
}

HttpClient::~HttpClient() = default;

HttpClient &HttpClient::forThisThread()
{
    // Not thread_local: Qt's own per-thread state is gone by the time those are destroyed.
    static QThreadStorage<HttpClient *> clients;
    if (!clients.hasLocalData())
        clients.setLocalData(new HttpClient);
    return *clients.localData();
}

Answer HttpClient::perform(const Call &call)
{
    failpoint::reached([&] { return u"remote.%1.before"_s.arg(QLatin1StringView(call.operation)); });
    const auto begun = steady_clock::now();
    // A kept connection may be closed by the server just as we write; for a mutation that would be an unknown outcome
    // for nothing, so it starts on a fresh one. Reads are simply repeated by Qt.
    if (call.verb != Verb::Get && d->used)
        d->network.clearConnectionCache();
    d->used = true;
    Answer answer;
    QUrl url = call.url;
    for (int hop = 0; hop <= mostRedirects; ++hop) {
        const auto spent = std::chrono::floor<milliseconds>(steady_clock::now() - begun);
        Exchange exchange(d->network, call, url, std::max(call.deadline - spent, milliseconds(1)));
        answer = exchange.wait();
        const QUrl next = nextUrl(call, url, answer);
        if (!next.isValid())
            break;
        url = next;
    }
    answer.took = std::chrono::floor<std::chrono::microseconds>(steady_clock::now() - begun);
    failpoint::reached([&] { return u"remote.%1.after"_s.arg(QLatin1StringView(call.operation)); });
    return answer;
}

} // namespace slipway::outbound
