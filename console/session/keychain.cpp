// SPDX-License-Identifier: GPL-3.0-only
#include "console/session/keychain.h"

#include <qt6keychain/keychain.h>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

QString service() { return u"slipway-console"_s; }

} // namespace

void Keychain::read(const QString &profile, std::function<void(const QString &)> done)
{
    if (m_ofThisSession.contains(profile)) {
        QMetaObject::invokeMethod(
            this, [done, token = m_ofThisSession.value(profile)] { done(token); }, Qt::QueuedConnection);
        return;
    }
    auto *job = new QKeychain::ReadPasswordJob(service(), this); // Deletes itself.
    job->setInsecureFallback(false);
    job->setKey(profile);
    connect(job, &QKeychain::Job::finished, this,
            [job, done = std::move(done)] { done(job->error() == QKeychain::NoError ? job->textData() : QString()); });
    job->start();
}

void Keychain::keep(const QString &profile, const QString &token, std::function<void(bool)> done)
{
    m_ofThisSession.insert(profile, token);
    auto *job = new QKeychain::WritePasswordJob(service(), this);
    job->setInsecureFallback(false);
    job->setKey(profile);
    job->setTextData(token);
    connect(job, &QKeychain::Job::finished, this, [job, done = std::move(done)] { done(job->error() == QKeychain::NoError); });
    job->start();
}

void Keychain::forget(const QString &profile)
{
    m_ofThisSession.remove(profile);
    auto *job = new QKeychain::DeletePasswordJob(service(), this);
    job->setInsecureFallback(false);
    job->setKey(profile);
    job->start();
}

} // namespace slipway::console
