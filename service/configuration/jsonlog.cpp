// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/jsonlog.h"

#include "service/configuration/logscope.h"
#include "shared/clock.h"

#include <QCryptographicHash>
#include <QJsonDocument>

#include <mutex>
#include <unistd.h>

namespace slipway::configuration {
namespace {

using namespace Qt::StringLiterals;

constexpr qsizetype longestMessage = 12 * 1024;

struct Hidden {
    std::mutex lock;
    QList<QString> values;
};

Hidden &hidden()
{
    static Hidden values;
    return values;
}

QString withoutSecrets(QString message)
{
    Hidden &known = hidden();
    const std::lock_guard guard(known.lock);
    for (const QString &secret : known.values)
        message.replace(secret, u"***"_s);
    return message;
}

QString levelOf(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg: return u"debug"_s;
    case QtInfoMsg: return u"info"_s;
    case QtWarningMsg: return u"warn"_s;
    case QtCriticalMsg: return u"error"_s;
    case QtFatalMsg: break;
    }
    return u"fatal"_s;
}

/// syslog's priorities, which the journal reads from the start of a line.
QByteArray priorityOf(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg: return "<7>";
    case QtInfoMsg: return "<6>";
    case QtWarningMsg: return "<4>";
    case QtCriticalMsg: return "<3>";
    case QtFatalMsg: break;
    }
    return "<2>";
}

void handle(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    static const bool isJournal = qEnvironmentVariableIsSet("JOURNAL_STREAM");
    const QByteArray line = (isJournal ? priorityOf(type) : QByteArray()) + jsonLogLine(type, context, message) + '\n';
    // One write per line, so that lines of several threads do not mix; a full pipe loses a line, never the service.
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.constData(), size_t(line.size()));
    if (type == QtFatalMsg)
        std::abort();
}

} // namespace

QByteArray jsonLogLine(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    QJsonObject line = LogScope::fields();
    QString text = withoutSecrets(message.trimmed());
    if (text.size() > longestMessage)
        text = text.left(longestMessage) + u"…"_s;
    line[u"time"_s] = toIso(SystemClock().now());
    line[u"level"_s] = levelOf(type);
    line[u"category"_s] = QString::fromLatin1(context.category ? context.category : "default");
    line[u"event"_s] = text;
    return QJsonDocument(line).toJson(QJsonDocument::Compact);
}

void logAsJson() { qInstallMessageHandler(handle); }

void hideInLogs(const QByteArray &secret)
{
    constexpr qsizetype shortestHidden = 8;
    if (secret.size() < shortestHidden)
        return;
    Hidden &known = hidden();
    const std::lock_guard guard(known.lock);
    known.values.append(QString::fromUtf8(secret));
}

QString masked(const QString &subject)
{
    if (subject.isEmpty())
        return u"-"_s;
    const QByteArray hash = QCryptographicHash::hash(subject.toUtf8(), QCryptographicHash::Sha256).toHex().left(8);
    return subject.left(2) + u"…"_s + QString::fromLatin1(hash);
}

} // namespace slipway::configuration
