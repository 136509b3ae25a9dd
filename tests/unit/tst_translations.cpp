// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/language.h"
#include "shared/config/keytable.h"

#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;

namespace {

struct Marked {
    QByteArray context;
    QByteArray text;
    QString file;
};

/// Adjacent literals are one; escapes are those of JSON as far as our texts use them.
QByteArray joined(const QString &literals)
{
    static const QRegularExpression literal(u"\"((?:[^\"\\\\]|\\\\.)*)\""_s);
    QString text;
    for (auto it = literal.globalMatch(literals); it.hasNext();)
        text += it.next().captured(1);
    return QJsonDocument::fromJson("{\"t\":\"" + text.toUtf8() + "\"}").object()[u"t"_s].toString().toUtf8();
}

QList<Marked> markedTexts()
{
    static const QRegularExpression mark(u"QT_TRANSLATE_NOOP\\(\\s*\"(\\w+)\",\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*)+)\\)"_s);
    QList<Marked> found;
    const QString root = QStringLiteral(SLIPWAY_SOURCE_DIR);
    for (const QString &folder : { u"/shared"_s, u"/service"_s }) {
        QDirIterator files(root + folder, { u"*.h"_s, u"*.cpp"_s }, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (!file.open(QIODevice::ReadOnly))
                continue;
            const QString text = QString::fromUtf8(file.readAll());
            for (auto it = mark.globalMatch(text); it.hasNext();) {
                const auto match = it.next();
                found.append({ match.captured(1).toLatin1(), joined(match.captured(2)), files.fileName() });
            }
        }
    }
    return found;
}

} // namespace

class TranslationsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void everyMarkedTextIsTranslatedInTheBuild()
    {
        const QList<Marked> texts = markedTexts();
        QVERIFY(texts.size() > 30);
        for (const Marked &marked : texts) {
            // A name stays a name; everything else reads differently in Chinese.
            if (marked.text == "Slipway")
                continue;
            const QString chinese = translated(Language::SimplifiedChinese, marked.context, marked.text);
            const QByteArray where = marked.file.toUtf8() + ": " + marked.context + ": " + marked.text;
            QVERIFY2(chinese != QString::fromUtf8(marked.text), where.constData());
        }
    }

    /// A row whose meaning is not marked would be passed over by the search above.
    void everyKeyIsExplainedInChinese()
    {
        for (const config::Key &key : config::keyTable) {
            const QString chinese = translated(Language::SimplifiedChinese, "ConfigKey", key.meaning.data());
            QVERIFY2(chinese != QString::fromUtf8(key.meaning.data()), key.name.data());
        }
    }

    void placeholdersSurviveTranslation()
    {
        static const QRegularExpression placeholder(u"%\\d"_s);
        const auto placeholders = [](const QString &text) {
            QSet<QString> found;
            for (auto it = placeholder.globalMatch(text); it.hasNext();)
                found.insert(it.next().captured());
            return found;
        };
        for (const Marked &marked : markedTexts()) {
            const QString chinese = translated(Language::SimplifiedChinese, marked.context, marked.text);
            QVERIFY2(placeholders(chinese) == placeholders(QString::fromUtf8(marked.text)), marked.text.constData());
        }
    }

    void whatHasNoTranslationStaysEnglish()
    {
        QCOMPARE(translated(Language::SimplifiedChinese, "Error", "Nobody ever wrote this."), u"Nobody ever wrote this."_s);
        QCOMPARE(translated(Language::English, "Error", "Closed."), u"Closed."_s);
    }
};

QTEST_APPLESS_MAIN(TranslationsTest)
#include "tst_translations.moc"
