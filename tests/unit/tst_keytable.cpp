// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/configreference.h"
#include "service/configuration/hotvalues.h"
#include "shared/config/keytable.h"
#include "shared/config/nearestname.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;

class KeyTableTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void everyRowIsFoundByItsName()
    {
        for (const QString &name : configuration::keyNames()) {
            const auto found = findKey(name);
            QVERIFY2(found, qPrintable(name));
            QCOMPARE(configuration::nameOf(*found), name);
        }
        QVERIFY(!findKey(u"batch.maxrequests"));
        QVERIFY(!findKey(u""));
    }

    /// A default that its own parser would refuse could never be written into a file.
    void everyHotDefaultIsAcceptedWhenWrittenOut()
    {
        configuration::RawValues raw;
        for (quint16 i = 0; i < config::keyTable.size(); ++i) {
            const KeyId id { i };
            if (id->stage == config::Stage::Hot && !id->fallback.empty())
                raw.emplace(configuration::nameOf(id), configuration::rawText(configuration::fallbackOf(id)));
        }
        const configuration::HotValues written(raw);
        for (const configuration::Warning &warning : written.warnings())
            QFAIL(qPrintable(warning.key + u' ' + warning.text));
        const configuration::HotValues silent;
        for (const QString &name : configuration::keyNames(config::Stage::Hot))
            QCOMPARE(written.text(*findKey(name)), silent.text(*findKey(name)));
    }

    void everyPollFamilyIsWhole()
    {
        for (const char *what : { "pipeline", "rebase", "mergeability", "merge", "approval", "deploy", "settle", "round" }) {
            for (const char *field : { "shortMs", "shortCount", "longMs", "limit" }) {
                const QString name = u"poll.%1.%2"_s.arg(QLatin1StringView(what), QLatin1StringView(field));
                QVERIFY2(findKey(name), qPrintable(name));
            }
        }
    }

    void theReferenceNamesEveryKey()
    {
        const QString page = configuration::referencePage();
        for (const QString &name : configuration::keyNames())
            QVERIFY2(page.contains(u"| `%1` |"_s.arg(name)), qPrintable(name));
    }

    void theSchemaRefusesWhatTheTableDoesNotKnow()
    {
        const QJsonObject schema = configuration::hotSchema();
        QCOMPARE(schema[u"additionalProperties"_s], false);
        const QJsonObject batch = schema[u"properties"_s][u"batch"_s].toObject();
        QCOMPARE(batch[u"properties"_s][u"maxRequests"_s][u"maximum"_s], 1000);
        const QJsonObject pipeline = schema[u"properties"_s][u"poll"_s][u"properties"_s][u"pipeline"_s].toObject();
        QCOMPARE(pipeline[u"properties"_s].toObject().size(), 4);
    }

    void aSlipOfTheFingerIsRecognised_data()
    {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QString>("nearest");
        QTest::newRow("missing letter") << u"batch.maxRequest"_s << u"batch.maxRequests"_s;
        QTest::newRow("swapped") << u"acess.mode"_s << u"access.mode"_s;
        QTest::newRow("case") << u"ACCESS.MODE"_s << u"access.mode"_s;
        QTest::newRow("nothing near") << u"zzzzzzzzzzzzzzzzzz"_s << QString();
        QTest::newRow("empty") << QString() << QString();
    }

    void aSlipOfTheFingerIsRecognised()
    {
        QFETCH(QString, wanted);
        QTEST(nearestName(wanted, configuration::keyNames()), "nearest");
    }
};

QTEST_APPLESS_MAIN(KeyTableTest)
#include "tst_keytable.moc"
