// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/program/changelist.h"

#include <QFile>
#include <QHash>
#include <QJsonDocument>
#include <QSet>

#include <algorithm>
#include <stdexcept>

using namespace Qt::StringLiterals;

namespace slipway::support {

namespace {

[[noreturn]] void refuse(const QString &file, qsizetype line, const QString &reason)
{
    throw std::runtime_error(u"%1:%2: %3"_s.arg(file).arg(line).arg(reason).toStdString());
}

Change changeOf(const QString &file, qsizetype line, const QByteArray &text)
{
    QJsonParseError error;
    const QJsonObject json = QJsonDocument::fromJson(text, &error).object();
    if (error.error != QJsonParseError::NoError)
        refuse(file, line, error.errorString());
    const QString kind = json["kind"_L1].toString();
    if (kind != "bind"_L1 && kind != "unbind"_L1)
        refuse(file, line, u"kind must be bind or unbind"_s);
    const Change change { kind == "bind"_L1, json["subject"_L1].toString(), json["target"_L1].toString(),
                          json["role"_L1].toString() };
    if (change.subject.isEmpty() || change.target.isEmpty() || (change.binds && change.role.isEmpty()))
        refuse(file, line, u"subject, target and, for a bind, role must be there"_s);
    return change;
}

} // namespace

ChangeList ChangeList::read(const QString &path, qsizetype limit)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        refuse(path, 1, file.errorString());
    QList<Change> changes;
    for (qsizetype line = 1; !file.atEnd() && changes.size() < limit; ++line) {
        const QByteArray text = file.readLine().trimmed();
        if (!text.isEmpty())
            changes.append(changeOf(path, line, text));
    }
    if (changes.isEmpty())
        refuse(path, 1, u"holds no change"_s);
    return ChangeList(changes);
}

QMap<Change::Pair, QString> ChangeList::folded() const
{
    QMap<Change::Pair, QString> inForce;
    for (const Change &change : m_changes) {
        if (change.binds)
            inForce.insert(change.pair(), change.role);
        else
            inForce.remove(change.pair());
    }
    return inForce;
}

qsizetype ChangeList::repeats() const
{
    QSet<Change::Pair> pairs;
    for (const Change &change : m_changes)
        pairs.insert(change.pair());
    return m_changes.size() - pairs.size();
}

qsizetype ChangeList::longestChain() const
{
    QHash<Change::Pair, qsizetype> perPair;
    qsizetype longest = 0;
    for (const Change &change : m_changes)
        longest = std::max(longest, ++perPair[change.pair()]);
    return longest;
}

QStringList ChangeList::targets() const
{
    QStringList keys;
    for (const Change &change : m_changes)
        keys.append(change.target);
    keys.removeDuplicates();
    return keys;
}

} // namespace slipway::support
