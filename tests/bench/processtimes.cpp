// SPDX-License-Identifier: GPL-3.0-only
#include "tests/bench/processtimes.h"

#include <QFile>

#include <stdexcept>
#include <unistd.h>

namespace slipway::bench {

using namespace Qt::StringLiterals;

namespace {

QByteArray procfs(qint64 process, QLatin1StringView file)
{
    QFile opened(u"/proc/%1/%2"_s.arg(process).arg(file));
    if (!opened.open(QIODevice::ReadOnly))
        throw std::runtime_error("the process is gone");
    return opened.readAll();
}

} // namespace

double ProcessTimes::residentMegabytes() const
{
    const QByteArray status = procfs(m_process, "status"_L1);
    const qsizetype at = status.indexOf("VmRSS:");
    return status.mid(at + 6, status.indexOf("kB", at) - at - 6).trimmed().toDouble() / 1024;
}

double ProcessTimes::processorSeconds() const
{
    // The name before it may hold anything; what follows its bracket starts at field 3, the times are 14 and 15.
    const QByteArray stat = procfs(m_process, "stat"_L1);
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    return (fields[11].toDouble() + fields[12].toDouble()) / double(sysconf(_SC_CLK_TCK));
}

} // namespace slipway::bench
