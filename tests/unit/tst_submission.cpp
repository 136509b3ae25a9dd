// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/admissibility.h"
#include "service/intake/canonical.h"
#include "service/intake/submission.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::intake;

namespace {

QJsonObject body(std::initializer_list<std::pair<QString, QJsonValue>> changes = {})
{
    QJsonObject object { { u"subjectId"_s, u"alice"_s }, { u"targetKey"_s, u"db-read"_s }, { u"reason"_s, u"on call"_s } };
    for (const auto &[name, value] : changes) {
        if (value.isUndefined())
            object.remove(name);
        else
            object.insert(name, value);
    }
    return object;
}

/// "CODE field=reason …", or empty when it was read.
QString refusal(const QJsonObject &object, const QByteArray &key = {})
{
    try {
        readSubmission(object, key);
        return {};
    } catch (const Error &error) {
        return QString::fromLatin1(rowOf(error.code()).name.data()) + u' ' + error.detail();
    }
}

std::shared_ptr<const catalogue::Catalogue> catalogueOfTest()
{
    const QByteArray json = R"({
        "partitions": [{"key": "main", "project": "acme/config", "branch": "main"}],
        "targets": [
            {"key": "db-read", "title": {"en": "Read the database"}, "partition": "main", "format": "yaml",
             "entry": {"role": "{role}"}, "parameters": [{"name": "role", "type": "text", "choices": ["reader", "writer"]}],
             "maxDuration": "30d", "approval": {"provider": "external"}},
            {"key": "here", "title": {"en": "Decided here"}, "partition": "main", "format": "yaml", "entry": {"on": "yes"},
             "approval": {"provider": "builtin", "approvers": ["bob"]}}
        ]})";
    auto parsed = catalogue::Catalogue::parse(json, u"test"_s);
    if (const auto *problems = std::get_if<QList<catalogue::Problem>>(&parsed))
        qFatal("%s", qPrintable(problems->first().toString()));
    return std::get<0>(parsed);
}

const Instant now = *fromIso(u"2026-11-30T10:00:00Z");

QString refusalBy(const QJsonObject &object)
{
    try {
        checkAgainst(*catalogueOfTest(), readSubmission(object, {}), now);
        return {};
    } catch (const Error &error) {
        return QString::fromLatin1(rowOf(error.code()).name.data()) + u' ' + error.detail();
    }
}

} // namespace

class SubmissionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void malformedAndForbiddenAreToldApart_data()
    {
        QTest::addColumn<QJsonObject>("object");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *name, const QJsonObject &object, const char *said) {
            QTest::newRow(name) << object << QString::fromLatin1(said);
        };
        row("fine", body(), "");
        row("subject missing", body({ { u"subjectId"_s, QJsonValue(QJsonValue::Undefined) } }),
            "INVALID_REQUEST subjectId=required");
        row("subject empty", body({ { u"subjectId"_s, u""_s } }), "INVALID_REQUEST subjectId=required");
        row("subject is a number", body({ { u"subjectId"_s, 7 } }), "INVALID_REQUEST subjectId=wrong_type");
        row("unknown field", body({ { u"subject"_s, u"x"_s } }), "INVALID_REQUEST subject=unknown_field");
        row("unknown kind", body({ { u"kind"_s, u"grant"_s } }), "INVALID_REQUEST kind=unknown_value");
        row("parameters are a list", body({ { u"parameters"_s, QJsonArray() } }), "INVALID_REQUEST parameters=wrong_type");
        row("time without zone", body({ { u"expiresAt"_s, u"2027-01-01T00:00:00"_s } }),
            "INVALID_REQUEST expiresAt=not_a_time");
        row("impossible day", body({ { u"expiresAt"_s, u"2027-02-30T00:00:00Z"_s } }), "INVALID_REQUEST expiresAt=not_a_time");
        row("id too short", body({ { u"operationId"_s, u"abc"_s } }), "INVALID_REQUEST operationId=bad_form");
        row("id with a dot", body({ { u"operationId"_s, u"abcdefgh.1"_s } }), "INVALID_REQUEST operationId=bad_form");
        row("128 emoji", body({ { u"subjectId"_s, u"😀"_s.repeated(128) } }), "");
        row("129 letters", body({ { u"subjectId"_s, u"a"_s.repeated(129) } }), "VALIDATION_FAILED subjectId=too_long");
        row("2000 ideographs", body({ { u"reason"_s, u"测"_s.repeated(2000) } }), "");
        row("2001 ideographs", body({ { u"reason"_s, u"测"_s.repeated(2001) } }), "VALIDATION_FAILED reason=too_long");
        row("decomposed", body({ { u"subjectId"_s, u"e\u0301"_s } }), "VALIDATION_FAILED subjectId=not_nfc");
        row("line feed in a name", body({ { u"subjectId"_s, u"a\nb"_s } }), "VALIDATION_FAILED subjectId=control_character");
        row("line feed in a reason", body({ { u"reason"_s, u"a\nb"_s } }), "");
        row("bell in a reason", body({ { u"reason"_s, u"a\ab"_s } }), "VALIDATION_FAILED reason=control_character");
        row("lone surrogate", body({ { u"subjectId"_s, QString(QChar(0xd800)) } }), "VALIDATION_FAILED subjectId=bad_text");
        row("blank reason", body({ { u"reason"_s, u"\n \n"_s } }), "VALIDATION_FAILED reason=blank");
        row("parameters too large", body({ { u"parameters"_s, QJsonObject { { u"a"_s, u"x"_s.repeated(16 * 1024) } } } }),
            "VALIDATION_FAILED parameters=too_long");
        row("unbind with parameters", body({ { u"kind"_s, u"unbind"_s }, { u"parameters"_s, QJsonObject { { u"a"_s, 1 } } } }),
            "VALIDATION_FAILED parameters=not_for_unbind");
        row("malformed wins", body({ { u"subjectId"_s, u"a\nb"_s }, { u"kind"_s, 1 } }), "INVALID_REQUEST kind=wrong_type");
    }

    void malformedAndForbiddenAreToldApart()
    {
        QFETCH(QJsonObject, object);
        QTEST(refusal(object), "said");
    }

    void everyWrongFieldIsNamedAtOnce()
    {
        QCOMPARE(refusal({ { u"x"_s, 1 } }),
                 u"INVALID_REQUEST x=unknown_field subjectId=required targetKey=required reason=required"_s);
    }

    void theHeaderIsAnAliasOfTheOperationId()
    {
        QCOMPARE(readSubmission(body(), "abcdefgh").operation->value(), u"abcdefgh"_s);
        QCOMPARE(readSubmission(body(), "\"abcdefgh\"").operation->value(), u"abcdefgh"_s);
        const QJsonObject withId = body({ { u"operationId"_s, u"abcdefgh"_s } });
        QCOMPARE(readSubmission(withId, "\"abcdefgh\"").operation->value(), u"abcdefgh"_s);
        QCOMPARE(refusal(withId, "other-id"), u"INVALID_REQUEST operationId=differs_from_idempotency_key"_s);
        QCOMPARE(refusal(body(), "no good"), u"INVALID_REQUEST Idempotency-Key=bad_form"_s);
        QVERIFY(!readSubmission(body(), {}).operation);
    }

    void aNullParameterIsTheSameAsNone()
    {
        const auto with = readSubmission(body({ { u"parameters"_s, QJsonObject { { u"role"_s, QJsonValue::Null } } } }), {});
        QCOMPARE(fingerprintOf(with, u"bob"_s), fingerprintOf(readSubmission(body(), {}), u"bob"_s));
    }

    void theFingerprintIsOfContentAndRequester()
    {
        const QString first = fingerprintOf(readSubmission(body(), {}), u"bob"_s);
        QCOMPARE(first.size(), 64);
        // The key is no content.
        QCOMPARE(fingerprintOf(readSubmission(body(), "abcdefgh"), u"bob"_s), first);
        QVERIFY(fingerprintOf(readSubmission(body(), {}), u"eve"_s) != first);
        for (const auto &[field, value] : { std::pair { u"subjectId"_s, QJsonValue(u"carol"_s) },
                                            { u"targetKey"_s, u"db-write"_s },
                                            { u"kind"_s, u"unbind"_s },
                                            { u"reason"_s, u"other"_s },
                                            { u"expiresAt"_s, u"2027-01-01T00:00:00Z"_s },
                                            { u"parameters"_s, QJsonObject { { u"role"_s, u"reader"_s } } } })
            QVERIFY2(fingerprintOf(readSubmission(body({ { field, value } }), {}), u"bob"_s) != first, qPrintable(field));
        // One instant, two spellings.
        QCOMPARE(fingerprintOf(readSubmission(body({ { u"expiresAt"_s, u"2027-01-01T08:00:00+08:00"_s } }), {}), u"bob"_s),
                 fingerprintOf(readSubmission(body({ { u"expiresAt"_s, u"2027-01-01T00:00:00Z"_s } }), {}), u"bob"_s));
        // Stored for ever: another value would make every retry over an upgrade a misuse of its key.
        QCOMPARE(first, u"209b617f262e606303050333353728680d9ab09a72a8bc658ebf07291ff5ca40"_s);
    }

    void theDerivedIdIsStableAndNewForEveryReapply()
    {
        const QString fingerprint = fingerprintOf(readSubmission(body(), {}), u"bob"_s);
        const OperationId first = derivedOperationId(fingerprint, {});
        QVERIFY(isOperationId(first.value()));
        QCOMPARE(first.value().size(), 36);
        QCOMPARE(derivedOperationId(fingerprint, {}), first);
        const OperationId again = derivedOperationId(fingerprint, first.value());
        QVERIFY(!(again == first));
        QVERIFY(!(derivedOperationId(fingerprint, again.value()) == again));
    }

    void theCatalogueHasItsSay_data()
    {
        QTest::addColumn<QJsonObject>("object");
        QTest::addColumn<QString>("said");
        const QJsonObject reader { { u"role"_s, u"reader"_s } };
        QTest::newRow("fine") << body({ { u"parameters"_s, reader } }) << u""_s;
        QTest::newRow("unknown target") << body({ { u"targetKey"_s, u"db-all"_s } })
                                        << u"VALIDATION_FAILED targetKey=unknown_target"_s;
        QTest::newRow("not a choice") << body({ { u"parameters"_s, QJsonObject { { u"role"_s, u"owner"_s } } } })
                                      << u"VALIDATION_FAILED parameters.role=not_a_choice"_s;
        QTest::newRow("past") << body({ { u"expiresAt"_s, u"2026-11-30T10:00:00Z"_s } })
                              << u"VALIDATION_FAILED expiresAt=in_the_past"_s;
        QTest::newRow("too far") << body({ { u"expiresAt"_s, u"2027-01-01T00:00:00Z"_s } })
                                 << u"VALIDATION_FAILED expiresAt=over_longest_duration"_s;
        QTest::newRow("decided here") << body({ { u"targetKey"_s, u"here"_s } })
                                      << u"VALIDATION_FAILED targetKey=approval_provider_not_available"_s;
    }

    void theCatalogueHasItsSay()
    {
        QFETCH(QJsonObject, object);
        QTEST(refusalBy(object), "said");
    }

    void theLongestDurationIsTheDefault()
    {
        const Allowed allowed = checkAgainst(*catalogueOfTest(), readSubmission(body(), {}), now);
        QCOMPARE(toIso(*allowed.expiresAt), u"2026-12-30T10:00:00.000000Z"_s);
        const Allowed removal = checkAgainst(*catalogueOfTest(), readSubmission(body({ { u"kind"_s, u"unbind"_s } }), {}), now);
        QVERIFY(!removal.expiresAt);
    }
};

QTEST_APPLESS_MAIN(SubmissionTest)
#include "tst_submission.moc"
