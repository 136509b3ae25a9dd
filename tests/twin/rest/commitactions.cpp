// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/commitactions.h"

#include "tests/twin/core/refusal.h"

#include <QHash>
#include <QJsonObject>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

bool isSafePath(const QString &path)
{
    if (path.isEmpty() || path.startsWith(u'/') || path.endsWith(u'/') || path.contains(QChar(0)))
        return false;
    const QStringList parts = path.split(u'/');
    return std::none_of(parts.begin(), parts.end(), [](const QString &part) {
        return part.isEmpty() || part == "."_L1 || part == ".."_L1 || part.compare(".git"_L1, Qt::CaseInsensitive) == 0;
    });
}

QByteArray contentOf(const QJsonObject &action)
{
    const QByteArray text = action[u"content"_s].toString().toUtf8();
    return action[u"encoding"_s].toString() == "base64"_L1 ? QByteArray::fromBase64(text) : text;
}

void checkForm(const QJsonArray &actions)
{
    static const QStringList words { u"create"_s, u"update"_s, u"delete"_s, u"move"_s, u"chmod"_s };
    for (qsizetype i = 0; i < actions.size(); ++i) {
        const QString word = actions[i][u"action"_s].toString();
        if (!words.contains(word))
            throw Refusal::error(400, u"actions[%1][action] does not have a valid value"_s.arg(i));
        const QString path = actions[i][u"file_path"_s].toString();
        if (path.isEmpty())
            throw Refusal::message(400, u"400 Bad request - actions[%1][file_path] is required"_s.arg(i));
        const QString previous = actions[i][u"previous_path"_s].toString();
        if (word == "move"_L1 && previous.isEmpty())
            throw Refusal::message(400, u"400 Bad request - actions[%1][previous_path] is required"_s.arg(i));
        if (!isSafePath(path) || (!previous.isEmpty() && !isSafePath(previous)))
            throw Refusal::message(400, u"Path cannot include directory traversal"_s);
    }
}

Task<QHash<QString, TreeEntry>> existing(Repository &repository, QString parent, QJsonArray actions)
{
    QHash<QString, TreeEntry> found;
    QStringList paths;
    for (const QJsonValue &action : actions) {
        paths.append(action[u"file_path"_s].toString());
        if (action[u"previous_path"_s].isString())
            paths.append(action[u"previous_path"_s].toString());
    }
    if (parent.isEmpty() || paths.isEmpty())
        co_return found;
    const QList<TreeEntry> entries = co_await repository.tree(parent, paths);
    for (const TreeEntry &entry : entries) {
        if (entry.type == "blob"_L1)
            found.insert(entry.path, entry);
    }
    co_return found;
}

Task<void> checkFreshness(Repository &repository, QString parent, QJsonObject action)
{
    const QString expected = action[u"last_commit_id"_s].toString();
    if (expected.isEmpty())
        co_return;
    const QList<Commit> last = co_await repository.log(parent, action[u"file_path"_s].toString(), 0, 1);
    if (last.isEmpty() || last.first().id != expected)
        throw Refusal::message(400, u"You are attempting to update a file that has changed since you started editing it."_s);
}

} // namespace

Task<QMap<QString, FileChange>> changesFromActions(Repository &repository, QString parent, QJsonArray actions)
{
    checkForm(actions);
    const QHash<QString, TreeEntry> files = co_await existing(repository, parent, actions);
    QMap<QString, FileChange> changes;
    for (const QJsonValue &value : std::as_const(actions)) {
        const QJsonObject action = value.toObject();
        const QString word = action[u"action"_s].toString(), path = action[u"file_path"_s].toString();
        const QString origin = word == "move"_L1 ? action[u"previous_path"_s].toString() : path;
        const bool creates = word == "create"_L1 || word == "move"_L1;
        if (creates && files.contains(path) && !(changes.contains(path) && !changes[path].content))
            throw Refusal::message(400, u"A file with this name already exists"_s);
        if (word != "create"_L1 && !files.contains(origin))
            throw Refusal::message(400, u"A file with this name doesn't exist"_s);
        co_await checkFreshness(repository, parent, action);
        FileChange change;
        change.executable = action[u"execute_filemode"_s].toBool(files.value(origin).mode == "100755"_L1);
        if (word == "delete"_L1) {
            changes.insert(path, change);
            continue;
        }
        if (action.contains(u"content"_s) || word == "create"_L1)
            change.content = contentOf(action);
        else
            change.content = co_await repository.blob(files.value(origin).oid);
        if (word == "move"_L1)
            changes.insert(origin, FileChange());
        changes.insert(path, change);
    }
    co_return changes;
}

} // namespace slipway::twin
