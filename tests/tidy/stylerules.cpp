// SPDX-License-Identifier: GPL-3.0-only
#include "tests/tidy/stylerules.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

using namespace Qt::StringLiterals;

namespace slipway::tidy {

namespace {

constexpr int longestFunction = 60;
constexpr int longestFile = 400;

bool isScript(const SourceFile &file) { return file.text.startsWith("#!"_L1); }
bool isBuildRule(const SourceFile &file) { return file.path.endsWith("CMakeLists.txt"_L1) || file.path.endsWith(".cmake"_L1); }
// The rules and their samples spell out what they refuse.
bool isOurselves(const SourceFile &file) { return file.isIn(u"tests/tidy"); }

// One complaint for each match of \a pattern in \a text; %1 in \a why is what was found.
Complaints each(const QString &path, const QString &text, const QRegularExpression &pattern, const QString &why)
{
    Complaints complaints;
    for (auto it = pattern.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        const QString found = match.captured(match.lastCapturedIndex());
        complaints.append({ path, lineOf(text, match.capturedStart()), why.contains("%1"_L1) ? why.arg(found) : why });
    }
    return complaints;
}

} // namespace

Complaints shortFunctions(const SourceFile &file)
{
    if (!file.isCode())
        return {};
    Complaints complaints;
    const QStringList lines = withoutComments(file.text, Keep::CodeOnly).split(u'\n');
    for (int begin = 0; begin < lines.size(); ++begin) {
        if (lines[begin].trimmed() != "{"_L1)
            continue;
        const QString close = lines[begin].chopped(lines[begin].size() - lines[begin].indexOf(u'{')) + u'}';
        int end = begin + 1;
        while (end < lines.size() && !lines[end].startsWith(close))
            ++end;
        const int length = end - begin + 1;
        if (length > longestFunction)
            complaints.append(
                { file.path, begin + 1,
                  u"a function of %1 lines; %2 is the limit: split it by what it does"_s.arg(length).arg(longestFunction) });
    }
    return complaints;
}

Complaints shortFiles(const SourceFile &file)
{
    const qsizetype lines = file.text.count(u'\n');
    if ((!file.isCpp() && !isScript(file)) || lines <= longestFile)
        return {};
    return { { file.path, longestFile + 1,
               u"a file of %1 lines; %2 is the limit: split it by responsibility"_s.arg(lines).arg(longestFile) } };
}

Complaints licenceNamed(const SourceFile &file)
{
    const bool judged = file.isCode() || isBuildRule(file) || isScript(file) || file.path.endsWith(".awk"_L1);
    const QString head = file.text.section(u'\n', 0, 2);
    if (!judged || head.contains("SPDX-License-Identifier: GPL-3.0-only"_L1))
        return {};
    return { { file.path, 1, u"the first lines must say SPDX-License-Identifier: GPL-3.0-only"_s } };
}

Complaints nothingLeftLying(const SourceFile &file)
{
    if (isOurselves(file) || file.path.endsWith(".md"_L1))
        return {};
    static const QRegularExpression note(u"\\b(TODO|FIXME|XXX|HACK)\\b"_s);
    static const QRegularExpression print(u"\\b(qDebug)\\s*\\("_s);
    Complaints complaints = each(file.path, file.text, note, u"%1: do it, or write down in a README why it is not done"_s);
    if (file.isCode())
        complaints +=
            each(file.path, withoutComments(file.text, Keep::CodeOnly), print, u"%1 is for the moment of hunting only"_s);
    return complaints;
}

Complaints tellingNames(const SourceFile &file)
{
    if (!file.isCode() || isOurselves(file))
        return {};
    static const QRegularExpression type(
        u"\\b(?:class|struct|enum(?:\\s+class)?|namespace)\\s+(\\w*(?:Manager|Helpers?|Utils?|Data|Info))\\b(?!\\s*;)"_s);
    static const QRegularExpression vague(u"(manager|helpers?|utils?|data|info)$"_s);
    Complaints complaints = each(file.path, withoutComments(file.text, Keep::CodeOnly), type,
                                 u"the name %1 does not say what belongs into it and what not"_s);
    if (vague.match(QFileInfo(file.path).completeBaseName()).hasMatch())
        complaints.append({ file.path, 1, u"the file's name does not say what belongs into it and what not"_s });
    return complaints;
}

Complaints noPathOfACheckout(const SourceFile &file, const QString &root)
{
    if (isOurselves(file))
        return {};
    static const QRegularExpression home(u"(/home/[a-z]\\w*|/Users/\\w+)"_s);
    Complaints complaints = each(file.path, file.text, home, u"%1 exists on one machine only"_s);
    if (root.count(u'/') > 1) // a checkout at "/x" would accuse every path
        complaints += each(file.path, file.text, QRegularExpression(QRegularExpression::escape(root) + u"(?=[/\\s\"'`])"_s),
                           u"this is where one checkout stands, elsewhere it is nothing"_s);
    return complaints;
}

Complaints strictTests(const SourceFile &file)
{
    if (!file.isIn(u"tests") || !file.isCpp() || isOurselves(file))
        return {};
    const QString code = withoutComments(file.text, Keep::CodeOnly);
    static const QRegularExpression runs(u"\\bQTEST_(?:\\w*_)?MAIN\\s*\\(|\\bQTest::qExec\\s*\\("_s);
    static const QRegularExpression sleep(
        u"\\b(QTest::qSleep|QThread::m?sleep|QThread::usleep|std::this_thread::sleep_for)\\b"_s);
    Complaints complaints = each(file.path, code, sleep, u"%1: wait for a condition instead, time proves nothing"_s);
    if (runs.match(code).hasMatch() && !code.contains("QTest::failOnWarning"_L1))
        complaints.append(
            { file.path, 1, u"its init() must call QTest::failOnWarning: a warning nobody expects is a failure"_s });
    return complaints;
}

Complaints readmeEverywhere(const SourceFiles &files)
{
    QMap<QString, QString> readmes; // by folder
    QSet<QString> folders;
    for (const SourceFile &file : files) {
        const QString folder = file.path.section(u'/', 0, -2);
        const QString top = file.path.section(u'/', 0, 0);
        if (file.path.endsWith("README.md"_L1))
            readmes.insert(folder, file.text);
        if (!folder.isEmpty() && !top.startsWith(u'.'))
            folders.insert(top);
        if (!folder.isEmpty() && (file.isCode() || file.path.endsWith("CMakeLists.txt"_L1)))
            folders.insert(folder);
    }
    QStringList sorted(folders.cbegin(), folders.cend());
    sorted.sort();
    Complaints complaints;
    for (const QString &folder : sorted) {
        const QString name = folder.section(u'/', -1) + u'/';
        const bool named = folder.count(u'/') >= 2 && readmes.value(folder.section(u'/', 0, -2)).contains(name);
        if (!readmes.contains(folder) && !named)
            complaints.append({ folder + u"/README.md"_s, 1, u"missing: what lives here, what may not, how to add one"_s });
    }
    return complaints;
}

} // namespace slipway::tidy
