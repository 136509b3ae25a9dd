// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/program/repositorycheck.h"

#include "tests/support/await.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>

#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::support {

namespace {

QByteArray git(const QStringList &arguments)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // The person's own git configuration (proxies, hooks, credential prompts) has no say here.
    for (const auto &[name, value] : { std::pair { u"GIT_CONFIG_NOSYSTEM"_s, u"1"_s },
                                       { u"GIT_CONFIG_GLOBAL"_s, u"/dev/null"_s },
                                       { u"GIT_TERMINAL_PROMPT"_s, u"0"_s },
                                       { u"no_proxy"_s, u"*"_s } })
        environment.insert(name, value);
    process.setProcessEnvironment(environment);
    process.start(u"git"_s, arguments);
    const bool ended = await([&] { return process.state() == QProcess::NotRunning; }, 120s);
    if (!ended || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        throw std::runtime_error("git " + arguments.value(0).toStdString() + ": "
                                 + (ended ? process.readAllStandardError().toStdString() : "no end after 120 s"));
    return process.readAllStandardOutput();
}

// The value of a line `key: "value"`; the files are written with every text quoted.
QString valueOf(const QString &text, const QString &key)
{
    const QRegularExpression line(u"^ *\"?%1\"?: \"([^\"\\\\]*)\"$"_s.arg(key), QRegularExpression::MultilineOption);
    QRegularExpressionMatchIterator found = line.globalMatch(text);
    const QString value = found.hasNext() ? found.next().captured(1) : QString();
    return found.hasNext() ? QString() : value;
}

QString name(const Change::Pair &pair) { return u"(%1, %2)"_s.arg(pair.first, pair.second); }

} // namespace

RepositoryCheck RepositoryCheck::clone(const QUrl &repository, const QString &folder)
{
    git({ u"clone"_s, u"--quiet"_s, repository.toString(), folder });
    return RepositoryCheck(folder);
}

QStringList RepositoryCheck::filesBelow(const QString &prefix) const
{
    QStringList files;
    QDirIterator it(QDir(m_folder).filePath(prefix), QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (it.hasNext())
        files.append(it.next());
    files.sort();
    return files;
}

qsizetype RepositoryCheck::fileCount(const QString &prefix) const { return filesBelow(prefix).size(); }

QStringList RepositoryCheck::differences(const QString &prefix, const QMap<Change::Pair, QString> &inForce) const
{
    QStringList sentences;
    QMap<Change::Pair, QString> found; // to the file
    for (const QString &path : filesBelow(prefix)) {
        const QString shown = QDir(m_folder).relativeFilePath(path);
        QFile file(path);
        const QString text = file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        const Change::Pair pair { valueOf(text, u"subject"_s), valueOf(text, u"target"_s) };
        const QString role = valueOf(text, u"role"_s);
        if (found.contains(pair))
            sentences.append(u"%1 has two files: %2 and %3"_s.arg(name(pair), found[pair], shown));
        else if (!inForce.contains(pair))
            sentences.append(u"%1 should not be there: it says %2"_s.arg(shown, name(pair)));
        else if (inForce[pair] != role)
            sentences.append(u"%1 says role \"%2\" of %3, which must be \"%4\""_s.arg(shown, role, name(pair), inForce[pair]));
        found.insert(pair, shown);
    }
    for (auto it = inForce.cbegin(); it != inForce.cend(); ++it) {
        if (!found.contains(it.key()))
            sentences.append(u"%1 has no file"_s.arg(name(it.key())));
    }
    return sentences;
}

QString RepositoryCheck::lastMergeMessage() const
{
    return QString::fromUtf8(git({ u"-C"_s, m_folder, u"log"_s, u"-1"_s, u"--merges"_s, u"--format=%B"_s })).trimmed();
}

} // namespace slipway::support
