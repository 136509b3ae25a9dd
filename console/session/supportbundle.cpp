// SPDX-License-Identifier: GPL-3.0-only
#include "console/session/supportbundle.h"

#include "console/session/session.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSslSocket>
#include <QSysInfo>

using namespace Qt::StringLiterals;

namespace slipway::console {

QByteArray supportBundle(Session &session)
{
    const Profile &profile = session.profile();
    const QJsonObject bundle {
        { u"at"_s, toIso(session.clock().now()) },
        { u"console"_s, QCoreApplication::applicationVersion() },
        { u"qt"_s, QString::fromLatin1(qVersion()) },
        { u"tls"_s, QSslSocket::sslLibraryVersionString() },
        { u"system"_s, QSysInfo::prettyProductName() },
        { u"service"_s, profile.url.toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery) },
        { u"stage"_s, Profile::wordFor(profile.stage) },
        { u"readOnly"_s, profile.isReadOnly },
        { u"account"_s, session.account() },
        { u"fresh"_s, session.state() == Session::State::Fresh },
        { u"problem"_s, session.problem() },
        { u"ageMs"_s, qint64(session.age().count()) },
        { u"events"_s, session.hasEvents() },
        { u"overview"_s, session.overview() },
        { u"journal"_s, QJsonArray::fromStringList(session.api().journal()) },
    };
    return QJsonDocument(bundle).toJson();
}

} // namespace slipway::console
