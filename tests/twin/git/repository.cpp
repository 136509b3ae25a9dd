// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/git/repository.h"

#include "tests/twin/git/commitparser.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <stdexcept>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

const QString noCommit(40, u'0');

// Refused pushes are the twin's own business, so hooks are off; its working references stay invisible to clients.
constexpr auto repositoryConfig = "[http]\n\treceivepack = true\n[gc]\n\tauto = 0\n[core]\n\thooksPath = /dev/null\n"
                                  "[transfer]\n\thideRefs = refs/twin\n[uploadpack]\n\tallowAnySHA1InWant = true\n"
                                  "[receive]\n\tautogc = false\n";

bool isFullId(const QString &text)
{
    static const QRegularExpression form(u"\\A[0-9a-f]{40}\\z"_s);
    return form.match(text).hasMatch();
}

QList<TreeEntry> parseTree(const QByteArray &listing)
{
    QList<TreeEntry> entries;
    const QList<QByteArray> lines = listing.split('\0');
    for (const QByteArray &line : lines) {
        const qsizetype tab = line.indexOf('\t');
        const QStringList words = QString::fromLatin1(line.left(tab)).split(u' ', Qt::SkipEmptyParts);
        if (tab < 0 || words.size() != 4)
            continue;
        entries.append({ words[0], words[1], words[2], words[3].toLongLong(), QString::fromUtf8(line.mid(tab + 1)) });
    }
    return entries;
}

} // namespace

Repository::Repository(GitRunner &git, QString directory)
    : m_git(git)
    , m_directory(std::move(directory))
    , m_commits(5000)
{
}

GitRunner::Run Repository::run(const QStringList &arguments, const QByteArray &input, const QProcessEnvironment &extra)
{
    return m_git.run(GitCommand { m_directory, arguments, input, extra });
}

Task<GitResult> Repository::must(QStringList arguments, QByteArray input, QProcessEnvironment extra)
{
    GitResult result = co_await run(arguments, input, extra);
    if (!result.ok())
        throw std::runtime_error("git " + arguments.join(u' ').toStdString() + ": " + result.err.left(500).toStdString());
    co_return result;
}

void Repository::setHead(const QString &branch, const QString &head)
{
    if (head.isEmpty())
        m_branches.remove(branch);
    else
        m_branches.insert(branch, head);
    if (m_moved)
        m_moved();
}

Task<QMap<QString, QString>> Repository::readHeads(QStringList branches)
{
    QStringList arguments { u"for-each-ref"_s, u"--format=%(objectname) %(refname:lstrip=2)"_s };
    for (const QString &branch : branches)
        arguments << u"refs/heads/"_s + branch;
    if (branches.isEmpty())
        arguments << u"refs/heads/"_s;
    const GitResult result = co_await must(arguments);
    QMap<QString, QString> found;
    const QStringList lines = QString::fromUtf8(result.out).split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines)
        found.insert(line.mid(41), line.left(40));
    co_return found;
}

Task<QStringList> Repository::open(QMap<QString, QString> heads)
{
    const QMap<QString, QString> found = co_await readHeads(QStringList());
    QStringList putBack;
    QByteArray orders;
    for (auto it = heads.begin(); it != heads.end(); ++it) {
        if (found.value(it.key()) == it.value())
            continue;
        orders += "update refs/heads/" + it.key().toUtf8() + '\0' + it.value().toLatin1() + '\0' + '\0';
        putBack.append(it.key());
    }
    for (auto it = found.begin(); it != found.end(); ++it) {
        if (heads.contains(it.key()))
            continue;
        orders += "delete refs/heads/" + it.key().toUtf8() + '\0' + '\0';
        putBack.append(it.key());
    }
    if (!orders.isEmpty()) {
        const QStringList arguments { u"update-ref"_s, u"--stdin"_s, u"-z"_s };
        co_await must(arguments, orders);
    }
    m_branches = heads;
    co_return putBack;
}

Task<void> Repository::create(QString branch, QMap<QString, FileChange> files, Signature who)
{
    QDir(m_directory).removeRecursively();
    QStringList arguments { u"init"_s, u"--bare"_s, u"--quiet"_s, u"--template="_s };
    arguments << u"--initial-branch="_s + branch << m_directory;
    GitCommand init; // Named: GCC 12 destroys a braced temporary inside co_await twice.
    init.arguments = arguments;
    const GitResult result = co_await m_git.run(init);
    if (!result.ok())
        throw std::runtime_error("git init: " + result.err.left(500).toStdString());
    QFile config(m_directory + u"/config"_s);
    if (!config.open(QIODevice::Append) || config.write(repositoryConfig) < 0)
        throw std::runtime_error("repository configuration cannot be written: " + config.errorString().toStdString());
    config.close();
    if (files.isEmpty())
        co_return;
    const QString first = co_await commitFiles(QString(), files, u"Initial commit"_s, who, who);
    co_await moveBranch(branch, first, QString());
}

Task<QString> Repository::resolve(QString ref)
{
    const QString known = head(ref.startsWith(u"refs/heads/") ? ref.mid(11) : ref);
    if (!known.isEmpty())
        co_return known;
    if (ref.isEmpty() || ref.startsWith(u'-'))
        co_return QString();
    if (isFullId(ref) && m_commits.contains(ref))
        co_return ref;
    const QStringList arguments { u"rev-parse"_s, u"--verify"_s, u"--quiet"_s, u"--end-of-options"_s, ref + u"^{commit}"_s };
    const GitResult result = co_await run(arguments);
    co_return result.ok() ? result.line() : QString();
}

Task<bool> Repository::moveBranch(QString branch, QString to, QString from)
{
    const auto guard = co_await m_writing.acquire();
    const QString reference = u"refs/heads/"_s + branch;
    QStringList arguments { u"update-ref"_s };
    if (to.isEmpty())
        arguments << u"-d"_s << reference << from;
    else
        arguments << reference << to << (from.isEmpty() ? noCommit : from);
    const GitResult result = co_await run(arguments);
    if (!result.ok())
        co_return false;
    setHead(branch, to);
    co_return true;
}

Task<void> Repository::setReference(QString reference, QString to)
{
    const QStringList arguments { u"update-ref"_s, reference, to };
    co_await must(arguments);
}

Task<QMap<QString, QString>> Repository::refresh(QStringList branches)
{
    // Under the write lock: a head read here must not be stored after a newer one.
    const auto guard = co_await m_writing.acquire();
    const QMap<QString, QString> found = co_await readHeads(branches);
    QMap<QString, QString> changed;
    for (const QString &branch : branches) {
        const QString before = m_branches.value(branch), after = found.value(branch);
        if (before == after)
            continue;
        changed.insert(branch, before);
        setHead(branch, after);
    }
    co_return changed;
}

Task<std::optional<Commit>> Repository::commit(QString id)
{
    if (const Commit *known = m_commits.object(id))
        co_return *known;
    if (id.isEmpty())
        co_return std::nullopt;
    const QStringList arguments { u"cat-file"_s, u"commit"_s, id };
    const GitResult result = co_await run(arguments);
    if (!result.ok())
        co_return std::nullopt;
    const Commit parsed = parseCommit(id, result.out);
    m_commits.insert(id, new Commit(parsed));
    co_return parsed;
}

Task<QList<Commit>> Repository::log(QString range, QString path, int skip, int count)
{
    QStringList arguments { u"rev-list"_s, u"--skip=%1"_s.arg(skip), u"--max-count=%1"_s.arg(count), u"--end-of-options"_s };
    arguments << range.split(u' ', Qt::SkipEmptyParts) << u"--"_s;
    if (!path.isEmpty())
        arguments << path;
    const GitResult ids = co_await run(arguments);
    if (!ids.ok() || ids.out.isEmpty())
        co_return QList<Commit>();
    const QStringList batch { u"cat-file"_s, u"--batch"_s };
    const GitResult objects = co_await must(batch, ids.out);
    QList<Commit> commits = parseCommitBatch(objects.out);
    for (const Commit &commit : commits)
        m_commits.insert(commit.id, new Commit(commit));
    co_return commits;
}

Task<int> Repository::count(QString range)
{
    const QStringList arguments { u"rev-list"_s, u"--count"_s, u"--end-of-options"_s, range };
    const GitResult result = co_await run(arguments);
    co_return result.line().toInt();
}

Task<bool> Repository::isAncestor(QString ancestor, QString descendant)
{
    const QStringList arguments { u"merge-base"_s, u"--is-ancestor"_s, ancestor, descendant };
    const GitResult result = co_await run(arguments);
    co_return result.ok();
}

Task<QString> Repository::mergeBase(QString a, QString b)
{
    const QStringList arguments { u"merge-base"_s, a, b };
    const GitResult result = co_await run(arguments);
    co_return result.ok() ? result.line() : QString();
}

Task<QList<TreeEntry>> Repository::tree(QString commit, QStringList paths)
{
    QStringList arguments { u"ls-tree"_s, u"-l"_s, u"-z"_s, u"--full-tree"_s, commit };
    if (!paths.isEmpty())
        arguments << u"--"_s << paths;
    const GitResult result = co_await run(arguments);
    co_return parseTree(result.out);
}

Task<QList<TreeEntry>> Repository::folder(QString commit, QString path, bool recursive)
{
    QStringList arguments { u"ls-tree"_s, u"-l"_s, u"-z"_s, u"--full-tree"_s };
    if (recursive)
        arguments << u"-r"_s << u"-t"_s;
    arguments << commit;
    if (!path.isEmpty())
        arguments << u"--"_s << path + u'/';
    const GitResult result = co_await run(arguments);
    co_return parseTree(result.out);
}

Task<QByteArray> Repository::blob(QString oid)
{
    const QStringList arguments { u"cat-file"_s, u"blob"_s, oid };
    GitResult result = co_await must(arguments);
    co_return std::move(result.out);
}

Task<QStringList> Repository::changedPaths(QString from, QString to)
{
    const QStringList arguments { u"diff-tree"_s, u"-r"_s, u"-z"_s, u"--name-status"_s, u"--no-renames"_s, from, to };
    const GitResult result = co_await must(arguments);
    const QList<QByteArray> words = result.out.split('\0');
    QStringList lines;
    for (qsizetype i = 0; i + 1 < words.size(); i += 2)
        lines.append(QString::fromUtf8(words[i] + '\t' + words[i + 1]));
    co_return lines;
}

Task<QByteArray> Repository::diff(QString from, QString to)
{
    const QStringList arguments { u"diff-tree"_s, u"-r"_s, u"-p"_s, u"--full-index"_s, u"--no-renames"_s, from, to };
    GitResult result = co_await must(arguments);
    co_return std::move(result.out);
}

Task<LineCount> Repository::lineCount(QString from, QString to)
{
    QStringList arguments { u"diff-tree"_s, u"-r"_s, u"--numstat"_s, u"--no-renames"_s, u"--no-commit-id"_s };
    arguments << (from.isEmpty() ? QStringList { u"--root"_s, to } : QStringList { from, to });
    const GitResult result = co_await must(arguments);
    LineCount count;
    const QList<QByteArray> lines = result.out.split('\n');
    for (const QByteArray &line : lines) {
        const QList<QByteArray> words = line.split('\t');
        count.added += words.value(0).toInt();
        count.removed += words.value(1).toInt();
    }
    co_return count;
}

} // namespace slipway::twin
