// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/git/commitparser.h"

namespace slipway::twin {

namespace {

/// "Name <mail> 1700000000 +0200"
Signature parseSignature(QByteArrayView line)
{
    Signature who;
    const qsizetype open = line.lastIndexOf('<');
    const qsizetype close = line.lastIndexOf('>');
    if (open < 0 || close < open)
        return who;
    who.name = QString::fromUtf8(line.first(open)).trimmed();
    who.email = QString::fromUtf8(line.sliced(open + 1, close - open - 1));
    const QByteArray rest = line.sliced(close + 1).toByteArray().trimmed();
    who.at = Instant(std::chrono::seconds(rest.left(rest.indexOf(' ')).toLongLong()));
    return who;
}

} // namespace

Commit parseCommit(const QString &id, QByteArrayView raw)
{
    Commit commit;
    commit.id = id;
    while (!raw.isEmpty()) {
        const qsizetype end = raw.indexOf('\n');
        if (end <= 0) {
            raw = end == 0 ? raw.sliced(1) : QByteArrayView();
            break;
        }
        const QByteArrayView line = raw.first(end);
        raw = raw.sliced(end + 1);
        if (line.startsWith("tree "))
            commit.tree = QString::fromLatin1(line.sliced(5));
        else if (line.startsWith("parent "))
            commit.parents.append(QString::fromLatin1(line.sliced(7)));
        else if (line.startsWith("author "))
            commit.author = parseSignature(line.sliced(7));
        else if (line.startsWith("committer "))
            commit.committer = parseSignature(line.sliced(10));
    }
    commit.message = QString::fromUtf8(raw);
    return commit;
}

QList<Commit> parseCommitBatch(QByteArrayView batch)
{
    QList<Commit> commits;
    while (!batch.isEmpty()) {
        const qsizetype end = batch.indexOf('\n');
        if (end < 0)
            break;
        const QList<QByteArray> head = batch.first(end).toByteArray().split(' ');
        batch = batch.sliced(end + 1);
        if (head.size() != 3)
            continue; // "<name> missing"
        const qsizetype size = head[2].toLongLong();
        if (size < 0 || size > batch.size())
            break;
        if (head[1] == "commit")
            commits.append(parseCommit(QString::fromLatin1(head[0]), batch.first(size)));
        batch = batch.sliced(qMin(size + 1, batch.size()));
    }
    return commits;
}

} // namespace slipway::twin
