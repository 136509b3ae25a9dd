// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/strictjson.h"
#include "shared/catalogue/textrules.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::catalogue;

class TextRulesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void namesFollowOneRule_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("problem");
        QTest::newRow("plain") << u"alice"_s << QString();
        QTest::newRow("script") << u"张伟/数据库·读"_s << QString();
        QTest::newRow("emoji family") << u"\U0001F468\u200D\U0001F469\u200D\U0001F467"_s << QString();
        QTest::newRow("slashes") << u"org/team name.v2"_s << QString();
        QTest::newRow("empty") << QString() << u"empty"_s;
        QTest::newRow("128 characters") << QString(128, u'x') << QString();
        QTest::newRow("129 characters") << QString(129, u'x') << u"too_long"_s;
        QTest::newRow("128 ideographs") << QString(128, u'漢') << QString();
        QTest::newRow("129 ideographs") << QString(129, u'漢') << u"too_long"_s;
        QTest::newRow("85 wide characters") << QString(85, u'漢') << QString();
        QTest::newRow("NUL") << u"a\0b"_s << u"control_character"_s;
        QTest::newRow("line feed") << u"a\nb"_s << u"control_character"_s;
        QTest::newRow("escape") << u"a\u001b[31m"_s << u"control_character"_s;
        QTest::newRow("C1") << u"a\u0085b"_s << u"control_character"_s;
        QTest::newRow("direction override") << u"user\u202Egpj.exe"_s << u"control_character"_s;
        QTest::newRow("line separator") << u"a\u2028b"_s << u"control_character"_s;
        QTest::newRow("byte order mark") << u"\uFEFFalice"_s << u"control_character"_s;
        QTest::newRow("zero width space") << u"\u200B"_s << u"control_character"_s;
        QTest::newRow("soft hyphen") << u"ali\u00ADce"_s << u"control_character"_s;
        QTest::newRow("filler") << u"\u3164"_s << u"control_character"_s;
        QTest::newRow("joiners alone") << u"\u200D\u200C"_s << u"control_character"_s;
        QTest::newRow("Persian") << u"می\u200Cخواهم"_s << QString();
        QTest::newRow("NFD") << u"e\u0301ric"_s << u"not_nfc"_s;
        QTest::newRow("space before") << u" alice"_s << u"surrounding_space"_s;
        QTest::newRow("ideographic space after") << u"alice\u3000"_s << u"surrounding_space"_s;
        QTest::newRow("lone surrogate") << QString(QChar(0xD800)) + u'a' << u"bad_text"_s;
    }

    void namesFollowOneRule()
    {
        QFETCH(QString, name);
        QTEST(nameProblem(name).value_or(QString()), "problem");
    }

    void lengthsCountCharactersNotUnits()
    {
        const QString emoji = QString(u"\U0001F600"_s).repeated(10);
        QCOMPARE(characters(emoji), 10);
        QVERIFY(!textProblem(emoji, 10));
        QCOMPARE(textProblem(emoji, 9), std::optional(u"too_long"_s));
    }

    void aReasonMayHaveLinesAndMayBeEmpty()
    {
        QVERIFY(!textProblem(u"for the audit\n\tuntil May\n"_s, longestReason, Lines::Many));
        QVERIFY(!textProblem(QString(), longestReason, Lines::Many));
        QCOMPARE(textProblem(u"a\rb"_s, longestReason, Lines::Many), std::optional(u"control_character"_s));
    }

    void strictJsonRefusesWhatTwoReadersMightReadDifferently_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *name, const QByteArray &text, const char *reason) {
            QTest::newRow(name) << text << QString::fromLatin1(reason);
        };
        row("duplicate key", R"({"a":1,"a":2})", "duplicate_key");
        row("duplicate by escape", R"({"a":1,"\u0061":2})", "duplicate_key");
        row("lone surrogate", R"({"a":"\ud800"})", "bad_text");
        row("reversed surrogates", R"({"a":"\udc00\ud800"})", "bad_text");
        row("NUL", R"({"a":"\u0000"})", "bad_text");
        row("overlong", QByteArray("{\"a\":\"\xC0\xAF\"}"), "bad_text");
        row("surrogate in UTF-8", QByteArray("{\"a\":\"\xED\xA0\x80\"}"), "bad_text");
        row("raw control", QByteArray("{\"a\":\"\n\"}"), "malformed_json");
        row("trailing comma", R"({"a":1,})", "malformed_json");
        row("trailing text", R"({"a":1} x)", "malformed_json");
        row("comment", R"({"a":1 /* */})", "malformed_json");
        row("single quotes", "{'a':1}", "malformed_json");
        row("leading zero", R"({"a":01})", "malformed_json");
        row("plus", R"({"a":+1})", "malformed_json");
        row("bare point", R"({"a":1.})", "malformed_json");
        row("NaN", R"({"a":NaN})", "malformed_json");
        row("infinite", R"({"a":1e400})", "bad_number");
        row("empty", "", "malformed_json");
        row("only a brace", "{", "malformed_json");
        row("cut escape", "{\"a\":\"\\u12", "malformed_json");
        row("cut text", "{\"a\":\"", "malformed_json");
        row("embedded NUL byte", QByteArray("{\"a\":1}\0", 8), "malformed_json");
        row("array", "[]", "not_an_object");
        row("text", "\"a\"", "not_an_object");
        row("deep", "{\"a\":" + QByteArray(40, '[') + QByteArray(40, ']') + "}", "too_deep");
        row("very deep", QByteArray(1000000, '['), "too_deep");
        row("byte order mark", "\xEF\xBB\xBF{}", "malformed_json");
    }

    void strictJsonRefusesWhatTwoReadersMightReadDifferently()
    {
        QFETCH(QByteArray, text);
        const auto read = readStrictJson(text);
        const auto *problem = std::get_if<JsonProblem>(&read);
        QVERIFY(problem);
        QTEST(problem->reason, "reason");
    }

    void strictJsonReadsWhatIsSound()
    {
        const auto read =
            readStrictJson(R"( {"a":"\ud83d\ude00\n/","b":[1,-2.5e3,true,null,{}],"c":9007199254740993, "d":{"a":1}} )");
        const auto *object = std::get_if<QJsonObject>(&read);
        QVERIFY(object);
        QCOMPARE(object->value("a"_L1).toString(), u"\U0001F600\n/"_s);
        QCOMPARE(object->value("b"_L1).toArray().size(), 5);
        QCOMPARE(object->value("b"_L1).toArray()[1].toDouble(), -2500.0);
        QCOMPARE(object->value("c"_L1).toInteger(), 9007199254740993);
    }

    void strictJsonSaysWhere()
    {
        const auto read = readStrictJson("{\n\"items\": [{}, {\"reason\": \"\\ud800\"}]}");
        const auto *problem = std::get_if<JsonProblem>(&read);
        QVERIFY(problem);
        QCOMPARE(problem->path, u"items[1].reason"_s);
        QCOMPARE(problem->line, 2);
    }
};

QTEST_APPLESS_MAIN(TextRulesTest)
#include "tst_textrules.moc"
