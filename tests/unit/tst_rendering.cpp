// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/rendering.h"
#include "shared/catalogue/yaml.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::catalogue;
using workflow::RequestKind;

namespace {

Target sample(Format format = Format::Yaml)
{
    Target target;
    target.key = TargetKey(u"org/db-read"_s);
    target.format = format;
    target.entry = { { u"role"_s, u"{role}"_s },
                     { u"member"_s, u"{subject}"_s },
                     { u"quota"_s, u"{quota}"_s },
                     { u"zones"_s, QJsonArray { u"always"_s, u"{zone}"_s } },
                     { u"nested"_s, QJsonObject { { u"on"_s, true }, { u"note"_s, u"about {role}"_s } } } };
    for (const QString &name : { u"role"_s, u"quota"_s, u"zone"_s }) {
        Parameter parameter;
        parameter.name = name;
        parameter.type = name == "quota"_L1 ? ParameterType::Integer : ParameterType::Text;
        target.parameters.append(parameter);
    }
    return target;
}

/// Texts YAML readers like to take for something else.
const QStringList nastyTexts {
    u"no"_s,     u"null"_s,       u"~"_s,          u"1.10"_s,
    u"0x10"_s,   u"2026-01-01"_s, u"- x"_s,        u"a: b"_s,
    u"#c"_s,     u"&a"_s,         u"*a"_s,         u"!!python/x"_s,
    u"'\""_s,    u"\\"_s,         u"a\nb\tc"_s,    u"\u2028\u2029\u0085"_s,
    u"\uFEFF"_s, u"张伟"_s,       u"\U0001F600"_s, u" lead trail "_s,
    u"{role"_s,  u"%YAML 1.2"_s,  u"---"_s,        u"..."_s,
    u"\u007f"_s, u""_s,           u"{}"_s,         u"[]"_s,
    u"<<"_s,     u"=cmd()"_s,     u"${x}"_s,       u"e\u0301"_s,
};

} // namespace

class RenderingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void parametersAreFoundInWhatWasMadeOfThem()
    {
        const SubjectId alice(u"alice"_s);
        for (const QJsonObject &parameters :
             { QJsonObject {}, QJsonObject { { u"role"_s, u"reader"_s } }, QJsonObject { { u"zone"_s, u"eu"_s } },
               QJsonObject { { u"role"_s, u"{quota}"_s }, { u"quota"_s, 5 }, { u"zone"_s, u"always"_s } } })
            QCOMPARE(parametersIn(sample(), alice, filledEntry(sample(), alice, parameters)), parameters);
        QJsonObject entry = filledEntry(sample(), alice, {});
        QCOMPARE(parametersIn(sample(), SubjectId(u"bob"_s), entry), std::nullopt); // It says alice.
        entry.insert(u"more"_s, 1);
        QCOMPARE(parametersIn(sample(), alice, entry), std::nullopt);
        entry = filledEntry(sample(), alice, {});
        entry.insert(u"zones"_s, QJsonArray { u"never"_s });
        QCOMPARE(parametersIn(sample(), alice, entry), std::nullopt);
        QCOMPARE(parametersIn(sample(), alice, {}), std::nullopt);
    }

    /// Repositories in use hold these bytes: a change here makes every file look edited by hand.
    void yamlBytesNeverChange()
    {
        const auto bytes = render(sample(), SubjectId(u"alice"_s), RequestKind::Bind,
                                  { { u"role"_s, u"reader"_s }, { u"quota"_s, 5 } }, fromIso(u"2027-01-31T00:00:00Z"_s));
        QVERIFY(bytes);
        QCOMPARE(*bytes,
                 QByteArray("# managed by Slipway; a change made by hand is refused\n"
                            "\"subject\": \"alice\"\n"
                            "\"target\": \"org/db-read\"\n"
                            "\"expiresAt\": \"2027-01-31T00:00:00.000000Z\"\n"
                            "\"entry\":\n"
                            "  \"member\": \"alice\"\n"
                            "  \"nested\":\n"
                            "    \"note\": \"about {role}\"\n"
                            "    \"on\": true\n"
                            "  \"quota\": 5\n"
                            "  \"role\": \"reader\"\n"
                            "  \"zones\":\n"
                            "    - \"always\"\n"));
    }

    void jsonBytesNeverChange()
    {
        const auto bytes =
            render(sample(Format::Json), SubjectId(u"alice"_s), RequestKind::Bind, { { u"zone"_s, u"eu"_s } }, std::nullopt);
        QVERIFY(bytes);
        QCOMPARE(*bytes,
                 QByteArray("{\n"
                            "  \"managedBy\": \"Slipway\",\n"
                            "  \"subject\": \"alice\",\n"
                            "  \"target\": \"org/db-read\",\n"
                            "  \"entry\": {\n"
                            "    \"member\": \"alice\",\n"
                            "    \"nested\": {\n"
                            "      \"note\": \"about {role}\",\n"
                            "      \"on\": true\n"
                            "    },\n"
                            "    \"zones\": [\n"
                            "      \"always\",\n"
                            "      \"eu\"\n"
                            "    ]\n"
                            "  }\n"
                            "}\n"));
    }

    void anUnboundFileIsNotThere() { QVERIFY(!render(sample(), SubjectId(u"alice"_s), RequestKind::Unbind, {}, std::nullopt)); }

    void everyTextComesBackAsItWas_data()
    {
        QTest::addColumn<QString>("text");
        for (const QString &text : nastyTexts)
            QTest::newRow(text.toUtf8().toHex().constData()) << text;
    }

    void everyTextComesBackAsItWas()
    {
        QFETCH(QString, text);
        for (const Format format : { Format::Yaml, Format::Json }) {
            const QJsonObject parameters { { u"role"_s, text }, { u"zone"_s, text } };
            const Target target = sample(format);
            const auto bytes = render(target, SubjectId(u"x/"_s + text), RequestKind::Bind, parameters, std::nullopt);
            QVERIFY(bytes);
            QVERIFY(!bytes->contains('\r') && bytes->endsWith('\n'));
            const auto back = readBack(*bytes, format);
            QVERIFY2(back, bytes->constData());
            QCOMPARE(back->subject, SubjectId(u"x/"_s + text));
            QCOMPARE(back->target, target.key);
            QVERIFY(!back->expiresAt);
            QCOMPARE(back->entry, filledEntry(target, back->subject, parameters));
            if (format == Format::Json)
                QCOMPARE(QJsonDocument::fromJson(*bytes).object()[u"entry"_s].toObject(), back->entry);
        }
    }

    void numbersComeBackAsTheyWere()
    {
        const QJsonObject values { { u"a"_s, 0 },
                                   { u"b"_s, -1 },
                                   { u"c"_s, qint64(9007199254740993) },
                                   { u"d"_s, 0.1 },
                                   { u"e"_s, 1e300 },
                                   { u"f"_s, -2.5e-7 },
                                   { u"g"_s, true },
                                   { u"h"_s, QJsonValue::Null },
                                   { u"i"_s, QJsonObject() },
                                   { u"j"_s, QJsonArray() },
                                   { u"k"_s, QJsonArray { QJsonArray { 1, QJsonObject { { u"x"_s, 2 } } }, QJsonObject() } } };
        const QByteArray text = toYaml(values);
        const auto back = fromYaml(text);
        QVERIFY2(back, text.constData());
        QCOMPARE(*back, values);
        QVERIFY2(text.contains("\"e\": 1.0e+300\n"), text.constData());
    }

    void aFileEditedByHandIsNotReadBack_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("comment") << QByteArray("\"role\": \"reader\"\n") << QByteArray("\"role\": \"reader\" # why\n");
        QTest::newRow("quotes") << QByteArray("\"role\": \"reader\"") << QByteArray("role: reader");
        QTest::newRow("line end") << QByteArray("\n") << QByteArray("\r\n");
        QTest::newRow("order") << QByteArray("\"subject\": \"alice\"\n\"target\": \"org/db-read\"\n")
                               << QByteArray("\"target\": \"org/db-read\"\n\"subject\": \"alice\"\n");
        QTest::newRow("head") << QByteArray("# managed") << QByteArray("# Managed");
        QTest::newRow("tab") << QByteArray("  \"member\"") << QByteArray("\t\"member\"");
        QTest::newRow("escape") << QByteArray("reader") << QByteArray("re\\u0061der");
        QTest::newRow("extra field") << QByteArray("\"entry\":\n") << QByteArray("\"note\": \"x\"\n\"entry\":\n");
        QTest::newRow("duplicate") << QByteArray("  \"quota\": 5\n") << QByteArray("  \"quota\": 5\n  \"quota\": 5\n");
        QTest::newRow("octal") << QByteArray("\"quota\": 5\n") << QByteArray("\"quota\": 05\n");
    }

    void aFileEditedByHandIsNotReadBack()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        auto bytes = render(sample(), SubjectId(u"alice"_s), RequestKind::Bind,
                            { { u"role"_s, u"reader"_s }, { u"quota"_s, 5 } }, std::nullopt);
        QVERIFY(bytes && readBack(*bytes, Format::Yaml));
        QVERIFY(bytes->contains(from));
        QVERIFY(!readBack(bytes->replace(from, to), Format::Yaml));
    }

    void nonsenseIsNotReadBack()
    {
        for (const QByteArray &bytes :
             { QByteArray(), QByteArray("\n"), managedHead.toByteArray(), managedHead.toByteArray() + "x",
               managedHead.toByteArray() + QByteArray(100000, '-') + '\n', managedHead.toByteArray() + "\"a\":\n" })
            QVERIFY(!readBack(bytes, Format::Yaml));
        QVERIFY(!readBack("{}", Format::Json));
    }

    void placeholdersAreFoundWhereverTheyStand()
    {
        QStringList found = placeholdersOf(sample().entry);
        found.sort();
        QCOMPARE(found, QStringList({ u"quota"_s, u"role"_s, u"subject"_s, u"zone"_s }));
    }
};

QTEST_APPLESS_MAIN(RenderingTest)
#include "tst_rendering.moc"
