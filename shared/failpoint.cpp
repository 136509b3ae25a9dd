// SPDX-License-Identifier: GPL-3.0-only
#include "shared/failpoint.h"

#include "shared/error.h"

#include <QHash>
#include <QMutex>
#include <QStringList>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace slipway::failpoint {
namespace {

enum class Action { Crash, Fail, Pause };

struct Point {
    Action action;
    int remaining; ///< Hits until it acts; 0 = has acted.
};

struct Armed {
    QMutex lock;
    QHash<QString, Point> points;
    int censusFile = -1;
};

Armed &state()
{
    static Armed armed;
    return armed;
}

Action actionNamed(const QString &name)
{
    if (name == QLatin1StringView("crash"))
        return Action::Crash;
    if (name == QLatin1StringView("error"))
        return Action::Fail;
    if (name == QLatin1StringView("pause"))
        return Action::Pause;
    throw Error(Code::InvalidRequest, QStringLiteral("SLIPWAY_FAILPOINTS: unknown action '%1'").arg(name));
}

void armOne(Armed &armed, const QString &item)
{
    const qsizetype equals = item.indexOf(QLatin1Char('='));
    if (equals < 1)
        throw Error(Code::InvalidRequest, QStringLiteral("SLIPWAY_FAILPOINTS: '%1' is not name=action").arg(item));
    QString name = item.left(equals);
    const QString action = item.mid(equals + 1);
    if (name == QLatin1StringView("census")) {
        armed.censusFile = ::open(action.toLocal8Bit().constData(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (armed.censusFile < 0)
            throw Error(Code::InvalidRequest, QStringLiteral("SLIPWAY_FAILPOINTS: cannot write '%1'").arg(action));
        return;
    }
    int nth = 1;
    if (const qsizetype hash = name.indexOf(QLatin1Char('#')); hash > 0) {
        nth = name.mid(hash + 1).toInt();
        name.truncate(hash);
    }
    if (nth < 1)
        throw Error(Code::InvalidRequest, QStringLiteral("SLIPWAY_FAILPOINTS: '%1' needs a hit number from 1").arg(item));
    armed.points.insert(name, { actionNamed(action), nth });
}

} // namespace

void arm()
{
    const QString specification = qEnvironmentVariable("SLIPWAY_FAILPOINTS");
    if (specification.isEmpty())
        return;
    Armed &armed = state();
    for (const QString &item : specification.split(QLatin1Char(';'), Qt::SkipEmptyParts))
        armOne(armed, item.trimmed());
    detail::armed = true;
}

void detail::hit(const QString &name)
{
    Armed &armed = state();
    QMutexLocker guard(&armed.lock);
    if (armed.censusFile >= 0) {
        const QByteArray line = name.toUtf8() + '\n';
        [[maybe_unused]] const auto written = ::write(armed.censusFile, line.constData(), size_t(line.size()));
    }
    const auto point = armed.points.find(name);
    if (point == armed.points.end() || point->remaining == 0 || --point->remaining > 0)
        return;
    switch (point->action) {
    case Action::Crash: ::_exit(137);
    case Action::Pause:
        guard.unlock();
        ::raise(SIGSTOP);
        return;
    case Action::Fail: throw Error(Code::Unavailable, QStringLiteral("failpoint %1").arg(name));
    }
}

} // namespace slipway::failpoint
