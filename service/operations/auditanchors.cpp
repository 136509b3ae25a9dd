// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/auditanchors.h"

#include <QFile>
#include <QFileInfo>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr qint64 longestFile = 1024 * 1024;

QList<AuditAnchor> anchorsIn(const QString &path)
{
    QFile file(path);
    QList<AuditAnchor> anchors;
    if (!file.open(QIODevice::ReadOnly))
        return anchors;
    for (const QByteArray &line : file.readAll().split('\n')) {
        const QList<QByteArray> parts = line.split(' ');
        if (parts.size() == 2 && parts[1].size() == 64)
            anchors.append({ parts[0].toLongLong(), QString::fromLatin1(parts[1]) });
    }
    return anchors;
}

} // namespace

AuditAnchors::AuditAnchors(const QString &dataDirectory)
    : m_path(dataDirectory + u"/audit.anchors"_s)
{
    if (const QList<AuditAnchor> known = all(); !known.isEmpty())
        m_last = known.last().seq;
}

bool AuditAnchors::note(const AuditAnchor &end)
{
    if (end.seq <= m_last)
        return true;
    if (QFileInfo(m_path).size() > longestFile) {
        QFile::remove(m_path + u".1"_s);
        QFile::rename(m_path, m_path + u".1"_s);
    }
    QFile file(m_path);
    const QByteArray line = QByteArray::number(end.seq) + ' ' + end.hash.toLatin1() + '\n';
    if (!file.open(QIODevice::WriteOnly | QIODevice::Append) || file.write(line) != line.size() || !file.flush()
        || ::fdatasync(file.handle()) != 0)
        return false;
    m_last = end.seq;
    return true;
}

QList<AuditAnchor> AuditAnchors::all() const { return anchorsIn(m_path + u".1"_s) + anchorsIn(m_path); }

} // namespace slipway::operations
