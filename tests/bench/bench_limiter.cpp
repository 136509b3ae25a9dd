// SPDX-License-Identifier: GPL-3.0-only
// What a decision of the rate limiter costs, and what it remembers of keys that have gone quiet.
#include "service/http/ratelimiter.h"
#include "tests/bench/figures.h"

#include <QCoreApplication>

#include <malloc.h>

using namespace Qt::StringLiterals;
using namespace slipway;
using bench::Series;

namespace {

constexpr int many = 1'000'000;
constexpr int decisions = 200'000;
constexpr int rounds = 9;
constexpr std::chrono::seconds window { 60 };
constexpr double nanosecondsLimit = 100;
constexpr double bytesLimit = 120;

/// As long as an account's key is; made beforehand, because making it is not the limiter's work.
std::vector<QString> keysOf(int count)
{
    std::vector<QString> keys;
    keys.reserve(size_t(count));
    for (int i = 0; i < count; ++i)
        keys.push_back(u"user:person-%1"_s.arg(i, 7, 10, QLatin1Char('0')));
    return keys;
}

double nanosecondsPerDecision(http::RateLimiter &limiter, const std::vector<QString> &keys)
{
    Series rounds_;
    auto now = http::RateLimiter::Time() + window;
    for (int round = 0; round < rounds; ++round) {
        const double before = bench::processorMilliseconds();
        for (int i = 0; i < decisions; ++i)
            limiter.acquire(keys[size_t(i) % keys.size()], 10, window, now += std::chrono::microseconds(50));
        rounds_.add((bench::processorMilliseconds() - before) * 1e6 / decisions);
    }
    return rounds_.median();
}

double bytesPerKey(const std::vector<QString> &keys)
{
    http::RateLimiter limiter(keys.size() * 2);
    const size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    for (const QString &key : keys)
        limiter.acquire(key, 10, window, http::RateLimiter::Time() + window);
    return double(mallinfo2().uordblks + mallinfo2().hblkhd - before) / double(limiter.keys());
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const std::vector<QString> keys = keysOf(many), few(keys.begin(), keys.begin() + 1000);
    http::RateLimiter small(many * 2), large(many * 2);
    for (const QString &key : keys)
        large.acquire(key, 10, window, http::RateLimiter::Time());
    bench::Figures figures(u"limiter"_s);
    figures.add(u"decision among 1,000 keys, processor"_s, nanosecondsPerDecision(small, few), u"ns"_s, nanosecondsLimit);
    figures.add(u"decision on the same keys among 1,000,000"_s, nanosecondsPerDecision(large, few), u"ns"_s, nanosecondsLimit);
    figures.add(u"memory of a quiet key"_s, bytesPerKey(keys), u"bytes"_s, bytesLimit);
    return figures.finish(application.arguments());
}
