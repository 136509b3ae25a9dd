// SPDX-License-Identifier: GPL-3.0-only
#include "service/cataloguefile.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;

namespace {

QByteArray catalogueWith(const QByteArray &targets)
{
    return R"({"partitions":[{"key":"main","project":"config/access","branch":"main"}],"targets":[)" + targets + "]}";
}

const QByteArray vpn = R"({"key":"vpn","title":{"en":"VPN"},"partition":"main","format":"yaml","entry":{"on":"yes"},)"
                       R"("approval":{"provider":"external"}})";

} // namespace

/// What people may ask for changes under the running service; whatever happens to the file, what held last goes on holding.
class CatalogueFileTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_folder.reset(new QTemporaryDir);
        m_said.clear();
    }
    void cleanup() { m_file.reset(); }

    void withoutAFileThereIsNothingToAskFor()
    {
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"the file is not there"_s));
        watch();
        QVERIFY(!m_file->current());
        QCOMPARE(m_file->warnings().size(), 1);
        write(catalogueWith(vpn));
        QTRY_VERIFY(m_file->current());
        QVERIFY(m_file->warnings().isEmpty());
    }

    void aWrongFileLeavesTheLastGoodOneAndNamesTheEntry_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("named");
        QTest::newRow("half written") << catalogueWith(vpn).left(60) << u"json"_s;
        QTest::newRow("emptied") << QByteArray() << u"json"_s;
        QTest::newRow("a slip") << catalogueWith(QByteArray(vpn).replace("\"partition\":\"main\"", "\"partition\":\"mian\""))
                                << u"vpn"_s;
        QTest::newRow("a key mistyped") << catalogueWith(QByteArray(vpn).replace("format", "fromat")) << u"fromat"_s;
    }
    void aWrongFileLeavesTheLastGoodOneAndNamesTheEntry()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, named);
        write(catalogueWith(vpn));
        watch();
        const auto good = m_file->current();
        QVERIFY(good && good->find(TargetKey(u"vpn"_s)));
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"catalogue.json:?.*"_s + named));
        write(content);
        QTRY_VERIFY(!m_file->warnings().isEmpty());
        QVERIFY2(m_file->warnings().join(u'\n').contains(named), qPrintable(m_file->warnings().join(u'\n')));
        QCOMPARE(m_said, m_file->warnings());
        QCOMPARE(m_file->current(), good);
        write(catalogueWith({}));
        QTRY_VERIFY(m_file->current() != good);
        QVERIFY(m_file->warnings().isEmpty());
    }

    void aFileThatVanishesLeavesTheLastGoodOne()
    {
        write(catalogueWith(vpn));
        watch();
        const auto good = m_file->current();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"the file is not there"_s));
        QVERIFY(QFile::remove(path()));
        QTRY_COMPARE(m_file->warnings().size(), 1);
        QCOMPARE(m_file->current(), good);
    }

private:
    QString path() const { return m_folder->filePath(u"catalogue.json"_s); }
    void write(const QByteArray &content)
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }
    void watch()
    {
        m_file = std::make_unique<CatalogueFile>(path(), [this](const QStringList &warnings) { m_said = warnings; });
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<CatalogueFile> m_file;
    QStringList m_said;
};

QTEST_GUILESS_MAIN(CatalogueFileTest)
#include "tst_cataloguefile.moc"
