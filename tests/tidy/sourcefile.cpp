// SPDX-License-Identifier: GPL-3.0-only
#include "tests/tidy/sourcefile.h"

#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace slipway::tidy {

namespace {

bool isForeign(const QString &path)
{
    static const QRegularExpression foreign(
        u"^(\\.git|\\.cache|\\.vscode|\\.idea|var|build[^/]*|tests/data|LICENSES)(/|$)|(^|/)(node_modules|vendor|__pycache__)/"_s);
    return foreign.match(path).hasMatch();
}

bool isText(const QByteArray &bytes) { return !bytes.left(4096).contains('\0'); }

// Blanks text[from, to) but keeps its line ends.
void blank(QString &text, qsizetype from, qsizetype to)
{
    for (qsizetype i = from; i < to && i < text.size(); ++i) {
        if (text[i] != u'\n')
            text[i] = u' ';
    }
}

qsizetype endOfLiteral(const QString &text, qsizetype begin)
{
    const QChar quote = text[begin];
    for (qsizetype i = begin + 1; i < text.size(); ++i) {
        if (text[i] == u'\\')
            ++i;
        else if (text[i] == quote || text[i] == u'\n')
            return i;
    }
    return text.size();
}

// R"x(…)x": the position after the closing quote, and the bounds of its contents.
struct RawLiteral {
    qsizetype begin, end, after;
};
RawLiteral rawLiteral(const QString &text, qsizetype quote)
{
    const qsizetype open = text.indexOf(u'(', quote);
    const QString close = u")"_s + text.mid(quote + 1, open - quote - 1) + u"\""_s;
    qsizetype end = text.indexOf(close, open);
    if (open < 0 || end < 0)
        return { quote + 1, text.size(), text.size() };
    return { open + 1, end, end + close.size() };
}

} // namespace

SourceFiles readTree(const QString &root)
{
    const QDir base(root);
    SourceFiles files;
    QDirIterator it(root, QDir::Files | QDir::Hidden | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString path = base.relativeFilePath(it.next());
        if (isForeign(path))
            continue;
        QFile file(it.filePath());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QByteArray bytes = file.readAll();
        if (isText(bytes))
            files.append({ path, QString::fromUtf8(bytes) });
    }
    std::ranges::sort(files, {}, &SourceFile::path);
    return files;
}

int lineOf(QStringView text, qsizetype position) { return int(text.left(position).count(u'\n')) + 1; }

QString withoutComments(const QString &cpp, Keep keep)
{
    QString text = cpp;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QStringView rest = QStringView(text).mid(i);
        qsizetype end = i;
        if (rest.startsWith("//"_L1)) {
            end = text.indexOf(u'\n', i);
            end = end < 0 ? text.size() : end;
            blank(text, i, end);
        } else if (rest.startsWith("/*"_L1)) {
            end = text.indexOf("*/"_L1, i);
            end = end < 0 ? text.size() : end + 2;
            blank(text, i, end);
        } else if (rest.startsWith("R\""_L1)) {
            const RawLiteral raw = rawLiteral(text, i + 1);
            if (keep == Keep::CodeOnly)
                blank(text, raw.begin, raw.end);
            end = raw.after;
        } else if (rest[0] == u'"' || (rest[0] == u'\'' && (i == 0 || !text[i - 1].isLetterOrNumber()))) {
            end = endOfLiteral(text, i);
            if (keep == Keep::CodeOnly)
                blank(text, i + 1, end);
            ++end;
        }
        if (end > i)
            i = end - 1;
    }
    return text;
}

QString sqlWithoutComments(const QString &sql)
{
    QString text = sql;
    static const QRegularExpression comment(u"(^|\\s)--[^\\n]*"_s);
    for (auto it = comment.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        blank(text, match.capturedStart(), match.capturedEnd());
    }
    return text;
}

} // namespace slipway::tidy
