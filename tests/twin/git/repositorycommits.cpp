// SPDX-License-Identifier: GPL-3.0-only
// The part of Repository that makes new objects.
#include "tests/twin/git/repository.h"

#include <stdexcept>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

QString gitTime(Instant at)
{
    return u"%1 +0000"_s.arg(std::chrono::floor<std::chrono::seconds>(at).time_since_epoch().count());
}

/// Names in Git objects may hold neither line ends nor angle brackets.
QString cleaned(QString text)
{
    for (const QChar taboo : { u'<', u'>', u'\n', u'\r' })
        text.remove(taboo);
    return text.trimmed().isEmpty() ? u"unknown"_s : text.trimmed();
}

QByteArray personLine(const Signature &who)
{
    return (cleaned(who.name) + u" <"_s + cleaned(who.email) + u"> "_s + gitTime(who.at)).toUtf8();
}

QByteArray quotedPath(const QString &path)
{
    QByteArray quoted = path.toUtf8();
    quoted.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    return '"' + quoted + '"';
}

QProcessEnvironment environmentFor(const Signature &author, const Signature &committer)
{
    QProcessEnvironment extra;
    extra.insert(u"GIT_AUTHOR_NAME"_s, cleaned(author.name));
    extra.insert(u"GIT_AUTHOR_EMAIL"_s, cleaned(author.email));
    extra.insert(u"GIT_AUTHOR_DATE"_s, gitTime(author.at));
    extra.insert(u"GIT_COMMITTER_NAME"_s, cleaned(committer.name));
    extra.insert(u"GIT_COMMITTER_EMAIL"_s, cleaned(committer.email));
    extra.insert(u"GIT_COMMITTER_DATE"_s, gitTime(committer.at));
    return extra;
}

} // namespace

Task<MergedTree> Repository::mergeTrees(QString ours, QString theirs)
{
    const QStringList arguments { u"merge-tree"_s, u"--write-tree"_s, u"--no-messages"_s, u"--name-only"_s, ours, theirs };
    const GitResult result = co_await run(arguments);
    MergedTree merged;
    merged.conflicts = result.exitCode == 1;
    if (result.ok())
        merged.tree = result.line();
    co_return merged;
}

Task<QString> Repository::commitTree(QString tree, QStringList parents, QString message, Signature author, Signature committer)
{
    QStringList arguments { u"commit-tree"_s, tree };
    for (const QString &parent : parents)
        arguments << u"-p"_s << parent;
    arguments << u"-F"_s << u"-"_s;
    const QByteArray text = message.toUtf8();
    const QProcessEnvironment extra = environmentFor(author, committer);
    const GitResult result = co_await must(arguments, text, extra);
    co_return result.line();
}

Task<QString> Repository::commitFiles(QString parent, QMap<QString, FileChange> files, QString message, Signature author,
                                      Signature committer)
{
    // fast-import writes a reference whether wanted or not: a hidden one of its own, removed as soon as the commit is
    // known.
    const QString scratch = u"refs/twin/import-%1"_s.arg(++m_importCount);
    const QByteArray text = message.toUtf8();
    QByteArray stream = "commit " + scratch.toUtf8() + "\nmark :1\nauthor " + personLine(author) + "\ncommitter "
        + personLine(committer) + "\ndata " + QByteArray::number(text.size()) + '\n' + text + '\n';
    if (!parent.isEmpty())
        stream += "from " + parent.toLatin1() + '\n';
    for (auto it = files.begin(); it != files.end(); ++it) {
        if (!it->content) {
            stream += "D " + quotedPath(it.key()) + '\n';
            continue;
        }
        stream += QByteArray("M ") + (it->executable ? "100755" : "100644") + " inline " + quotedPath(it.key()) + "\ndata "
            + QByteArray::number(it->content->size()) + '\n' + *it->content + '\n';
    }
    stream += "\nget-mark :1\ndone\n";
    // Forced, because a killed twin may have left a reference of that name.
    const QStringList arguments { u"fast-import"_s, u"--quiet"_s, u"--force"_s, u"--done"_s, u"--date-format=raw"_s };
    const GitResult result = co_await must(arguments, stream);
    const QString made = result.line();
    const QStringList removal { u"update-ref"_s, u"-d"_s, scratch };
    co_await must(removal);
    co_return made;
}

Task<std::optional<QString>> Repository::replay(QString tip, QString onto, Signature committer)
{
    const QStringList arguments { u"rev-list"_s, u"--reverse"_s, u"--no-merges"_s, u"--topo-order"_s, onto + u".."_s + tip };
    const GitResult listed = co_await must(arguments);
    const QStringList picks = QString::fromLatin1(listed.out).split(u'\n', Qt::SkipEmptyParts);
    QString current = onto;
    for (const QString &pick : picks) {
        const std::optional<Commit> picked = co_await commit(pick);
        if (!picked)
            throw std::runtime_error("a commit vanished during a rebase");
        const std::optional<QString> next = co_await replayOne(*picked, current, committer);
        if (!next)
            co_return std::nullopt;
        current = *next;
    }
    co_return current;
}

Task<std::optional<QString>> Repository::replayOne(Commit picked, QString tip, Signature committer)
{
    // merge-tree of git < 2.40 takes no merge base, so three parentless stand-ins make the picked commit's parent one.
    const std::optional<Commit> parent = co_await commit(picked.parents.value(0));
    const std::optional<Commit> current = co_await commit(tip);
    if (!parent || !current)
        throw std::runtime_error("a root commit cannot be rebased");
    const QString base = co_await commitTree(parent->tree, QStringList(), u"base"_s, committer, committer);
    const QStringList onBase(base), onTip(tip);
    const QString ours = co_await commitTree(current->tree, onBase, u"ours"_s, committer, committer);
    const QString theirs = co_await commitTree(picked.tree, onBase, u"theirs"_s, committer, committer);
    const MergedTree merged = co_await mergeTrees(ours, theirs);
    if (merged.tree.isEmpty())
        co_return std::nullopt;
    if (merged.tree == current->tree)
        co_return tip;
    const QString made = co_await commitTree(merged.tree, onTip, picked.message, picked.author, committer);
    co_return made;
}

} // namespace slipway::twin
