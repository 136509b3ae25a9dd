// SPDX-License-Identifier: GPL-3.0-only
// A commit of 200 changes onto 100,000 files, against git fast-import doing the same; each in a process of its own.
#include "service/forge/commitbuilder.h"
#include "service/forge/gitlibrary.h"
#include "service/forge/mirror.h"
#include "tests/bench/figures.h"
#include "tests/service/gitupstream.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QTemporaryDir>

#include <sys/resource.h>

using namespace Qt::StringLiterals;
using namespace slipway;
using bench::Series;

namespace {

constexpr int files = 100'000;
constexpr int changes = 200;
constexpr int pairs = 7;
constexpr double megabytes = 60;

QString pathOf(int number)
{
    const QByteArray name = "subject-" + QByteArray::number(number);
    const QByteArray hash = QCryptographicHash::hash(name, QCryptographicHash::Sha256).toHex().left(2);
    return QString::fromLatin1("bindings/" + hash + "/db-read/" + name + ".yaml");
}

/// Every so many files one changes, so that many folders do.
int changed(int index) { return index * (files / changes); }

QByteArray contentOf(int number, int round)
{
    return "subject: subject-" + QByteArray::number(number) + "\nlevel: " + QByteArray::number(round) + '\n';
}

QByteArray commitOf(const QByteArray &branch, const QByteArray &from, int count, const std::function<int(int)> &number,
                    int round)
{
    QByteArray stream =
        "commit refs/heads/" + branch + "\ncommitter Slipway <slipway@example.org> 1767225600 +0000\ndata 1\nx\n";
    if (!from.isEmpty())
        stream += "from " + from + '\n';
    for (int i = 0; i < count; ++i) {
        const QByteArray content = contentOf(number(i), round);
        stream += "M 100644 inline " + pathOf(number(i)).toLatin1() + "\ndata " + QByteArray::number(content.size()) + '\n'
            + content + '\n';
    }
    return stream;
}

/// The child: one commit, and what it took: processor milliseconds, the most memory in megabytes, the tree.
int buildOnce(const QString &directory, const QString &base, int round)
{
    forge::GitLibrary::require();
    git_repository *opened = nullptr;
    forge::requireGit(git_repository_open(&opened, directory.toUtf8().constData()), "opening the repository");
    const forge::RepositoryHandle repository(opened);
    forge::CommitOrder order { .base = forge::Oid(base), .changes = {}, .message = u"x"_s, .authoredAt = {} };
    for (int i = 0; i < changes; ++i)
        order.changes.insert(pathOf(changed(i)), contentOf(changed(i), round));
    const forge::BuiltCommit built =
        forge::CommitBuilder(u"Slipway"_s, u"slipway@example.org"_s).build(repository.get(), order);
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%f %f %s\n", bench::processorMilliseconds(), double(usage.ru_maxrss) / 1024, qPrintable(built.tree.value()));
    return 0;
}

QList<QByteArray> childOutput(const QStringList &arguments)
{
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), arguments);
    if (!child.waitForFinished(120'000) || child.exitCode() != 0)
        throw std::runtime_error("the child did not build the commit: " + child.readAllStandardError().toStdString());
    return child.readAllStandardOutput().trimmed().split(' ');
}

void compare(const QString &directory, bench::Figures &figures)
{
    const QByteArray base = git(directory, { u"rev-parse"_s, u"main"_s }).trimmed();
    Series ours, theirs, ratio, memory;
    bool sameTrees = true;
    for (int round = 1; round <= pairs; ++round) {
        const QList<QByteArray> built =
            childOutput({ u"--once"_s, directory, QString::fromLatin1(base), QString::number(round) });
        const double before = bench::processorMilliseconds();
        git(directory, { u"fast-import"_s, u"--quiet"_s, u"--force"_s }, commitOf("peer", base, changes, &changed, round));
        theirs.add(bench::processorMilliseconds() - before);
        sameTrees = sameTrees && git(directory, { u"rev-parse"_s, u"peer^{tree}"_s }).trimmed() == built[2];
        ours.add(built[0].toDouble());
        memory.add(built[1].toDouble());
        ratio.add(ours.last() / theirs.last());
    }
    figures.add(u"commit of 200 changes into 100,000 files, processor, median of %1"_s.arg(pairs), ours.median(), u"ms"_s);
    figures.add(u"git fast-import of the same"_s, theirs.median(), u"ms"_s);
    figures.add(u"ratio, median of pairs"_s, ratio.median(), u"times"_s, 2);
    figures.add(u"most memory of the process"_s, memory.largest(), u"MB"_s, megabytes);
    figures.add(u"trees that differ from git's"_s, sameTrees ? 0 : 1, u""_s, 0);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.value(1) == "--once"_L1)
        return buildOnce(arguments.value(2), arguments.value(3), arguments.value(4).toInt());
    const QTemporaryDir directory;
    git(directory.path(), { u"init"_s, u"-q"_s, u"--bare"_s, u"-b"_s, u"main"_s, u"."_s });
    git(directory.path(), { u"fast-import"_s, u"--quiet"_s },
        commitOf(
            "main", {}, files, [](int i) { return i; }, 0));
    bench::Figures figures(u"commit"_s);
    compare(directory.path(), figures);
    return figures.finish(arguments);
}
