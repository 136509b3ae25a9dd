// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/commitactions.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/git/names.h"

#include <QHash>
#include <QJsonObject>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

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
        static const QStringList encodings { u"text"_s, u"base64"_s };
        if (!encodings.contains(actions[i][u"encoding"_s].toString(u"text"_s)))
            throw Refusal::error(400, u"actions[%1][encoding] does not have a valid value"_s.arg(i));
        if (word == "move"_L1 && previous.isEmpty())
            throw Refusal::message(400, u"400 Bad request - actions[%1][previous_path] is required"_s.arg(i));
        if (!isFilePath(path) || (!previous.isEmpty() && !isFilePath(previous)))
            throw Refusal::message(400, u"Path cannot include directory traversal"_s);
    }
}

QStringList foldersAbove(const QString &path)
{
    QStringList folders;
    for (qsizetype slash = path.indexOf(u'/'); slash > 0; slash = path.indexOf(u'/', slash + 1))
        folders.append(path.left(slash));
    return folders;
}

/// The tree while the actions are applied to it one after the other: what was there, and what they have made of it so far.
struct TreeInTheMaking {
    QHash<QString, TreeEntry> before;
    QMap<QString, FileChange> changes;

    bool isFile(const QString &path) const
    {
        const auto change = changes.constFind(path);
        return change != changes.cend() ? change->content.has_value() : before.value(path).type == "blob"_L1;
    }
    bool isFolder(const QString &path) const
    {
        const auto inside = changes.lowerBound(path + u'/');
        for (auto it = inside; it != changes.cend() && it.key().startsWith(path + u'/'); ++it) {
            if (it->content)
                return true;
        }
        return before.value(path).type == "tree"_L1;
    }
    void requireFree(const QString &path) const
    {
        const QStringList folders = foldersAbove(path);
        if (isFile(path)
            || std::any_of(folders.begin(), folders.end(), [this](const QString &folder) { return isFile(folder); }))
            throw Refusal::message(400, u"A file with this name already exists"_s);
        if (isFolder(path))
            throw Refusal::message(400, u"A directory with this name already exists"_s);
    }
};

Task<QHash<QString, TreeEntry>> existing(Repository &repository, QString parent, QJsonArray actions)
{
    QHash<QString, TreeEntry> found;
    QStringList paths;
    for (const QJsonValue &action : actions) {
        const QString path = action[u"file_path"_s].toString(), previous = action[u"previous_path"_s].toString();
        paths += foldersAbove(path) + QStringList(path);
        if (!previous.isEmpty())
            paths.append(previous);
    }
    paths.removeDuplicates();
    if (parent.isEmpty() || paths.isEmpty())
        co_return found;
    const QList<TreeEntry> entries = co_await repository.tree(parent, paths);
    for (const TreeEntry &entry : entries)
        found.insert(entry.path, entry);
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
    TreeInTheMaking tree;
    tree.before = co_await existing(repository, parent, actions);
    for (const QJsonValue &value : std::as_const(actions)) {
        const QJsonObject action = value.toObject();
        const QString word = action[u"action"_s].toString(), path = action[u"file_path"_s].toString();
        const QString origin = word == "move"_L1 ? action[u"previous_path"_s].toString() : path;
        if (word != "create"_L1 && !tree.isFile(origin))
            throw Refusal::message(400, u"A file with this name doesn't exist"_s);
        if (word == "create"_L1 || word == "move"_L1)
            tree.requireFree(path);
        co_await checkFreshness(repository, parent, action);
        const FileChange earlier = tree.changes.value(origin);
        FileChange change;
        change.executable = action[u"execute_filemode"_s].toBool(
            tree.changes.contains(origin) ? earlier.executable : tree.before.value(origin).mode == "100755"_L1);
        if (word == "move"_L1 || word == "delete"_L1)
            tree.changes.insert(origin, FileChange());
        if (word == "delete"_L1)
            continue;
        if (action.contains(u"content"_s) || word == "create"_L1)
            change.content = contentOf(action);
        else if (earlier.content)
            change.content = earlier.content;
        else
            change.content = co_await repository.blob(tree.before.value(origin).oid);
        tree.changes.insert(path, change);
    }
    co_return tree.changes;
}

} // namespace slipway::twin
