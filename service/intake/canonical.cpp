// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/canonical.h"

#include "service/workflow/text.h"

#include <QCryptographicHash>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace slipway::intake {

QByteArray canonicalJson(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

QString fingerprintOf(const Submission &submission, const QString &requester)
{
    const QJsonObject content {
        { u"requester"_s, requester },
        { u"subjectId"_s, submission.subject.value() },
        { u"targetKey"_s, submission.target.value() },
        { u"kind"_s, workflow::text(workflow::nameOf(submission.kind)) },
        { u"parameters"_s, submission.parameters },
        { u"reason"_s, submission.reason },
        { u"expiresAt"_s, submission.expiresAt ? QJsonValue(toIso(*submission.expiresAt)) : QJsonValue() },
    };
    return QString::fromLatin1(QCryptographicHash::hash(canonicalJson(content), QCryptographicHash::Sha256).toHex());
}

OperationId derivedOperationId(const QString &fingerprint, const QString &predecessor)
{
    // The fingerprint holds identity, subject, target and content; its length is fixed, so the two parts cannot run
    // into each other.
    const QByteArray hash = QCryptographicHash::hash((fingerprint + u'\n' + predecessor).toUtf8(), QCryptographicHash::Sha256);
    return OperationId(QString::fromLatin1(hash.toHex().first(36)));
}

} // namespace slipway::intake
