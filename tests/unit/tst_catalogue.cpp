// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/catalogue.h"
#include "shared/catalogue/parameters.h"
#include "shared/catalogue/paths.h"
#include "shared/catalogue/textrules.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::catalogue;

namespace {

QJsonObject target(const QString &key, const QJsonObject &changes = {})
{
    QJsonObject object { { u"key"_s, key },
                         { u"partition"_s, u"main"_s },
                         { u"entry"_s, QJsonObject { { u"member"_s, u"{subject}"_s } } },
                         { u"approval"_s, QJsonObject { { u"approvers"_s, QJsonArray { u"bob"_s } } } } };
    for (auto it = changes.begin(); it != changes.end(); ++it)
        object[it.key()] = it.value();
    return object;
}

QByteArray document(const QList<QJsonObject> &targets)
{
    QJsonArray list;
    for (const QJsonObject &target : targets)
        list.append(target);
    const QJsonObject partition { { u"key"_s, u"main"_s }, { u"project"_s, u"acme/config"_s }, { u"branch"_s, u"main"_s } };
    return QJsonDocument(QJsonObject { { u"partitions"_s, QJsonArray { partition } }, { u"targets"_s, list } }).toJson();
}

std::shared_ptr<const Catalogue> parsed(const QByteArray &bytes)
{
    const auto result = Catalogue::parse(bytes, u"catalogue.json"_s);
    if (const auto *problems = std::get_if<QList<Problem>>(&result)) {
        for (const Problem &problem : *problems)
            qWarning("%s", qPrintable(problem.toString()));
        return nullptr;
    }
    return std::get<0>(result);
}

QString problemsOf(const QByteArray &bytes)
{
    QStringList lines;
    const auto result = Catalogue::parse(bytes, u"catalogue.json"_s);
    if (const auto *problems = std::get_if<QList<Problem>>(&result)) {
        for (const Problem &problem : *problems)
            lines.append(problem.toString());
    }
    return lines.join(u'\n');
}

/// Names made to collide: by case, escaping, length, dots, devices, shells.
QStringList nastyNames()
{
    QStringList names { u"a"_s,
                        u"A"_s,
                        u"a/b"_s,
                        u"a%2Fb"_s,
                        u"a%252Fb"_s,
                        u"a%2fb"_s,
                        u"."_s,
                        u".."_s,
                        u"..."_s,
                        u".git"_s,
                        u"%2Egit"_s,
                        u"git"_s,
                        u".GIT"_s,
                        u"git~1"_s,
                        u"~"_s,
                        u"%7E"_s,
                        u"%"_s,
                        u"%25"_s,
                        u"a."_s,
                        u"a%2E"_s,
                        u".a"_s,
                        u"a..b"_s,
                        u"con"_s,
                        u"CON"_s,
                        u"%63on"_s,
                        u"con.yaml"_s,
                        u"nul"_s,
                        u"COM1"_s,
                        u"LPT9.txt"_s,
                        u"{subject}"_s,
                        u"{target}"_s,
                        u"{shard}"_s,
                        u"a b"_s,
                        u"a\\b"_s,
                        u"-rf"_s,
                        u"--"_s,
                        u"*"_s,
                        u"?"_s,
                        u"a:b"_s,
                        u"张伟"_s,
                        u"張偉"_s,
                        u"ｱ"_s,
                        u"ア"_s,
                        u"é"_s,
                        u"e\u0301"_s,
                        u"\U0001F600"_s,
                        u"\U0001F601"_s,
                        u".gitlab-ci.yml"_s,
                        u"a/.gitlab-ci.yml"_s,
                        u"../../etc/passwd"_s,
                        u"/"_s,
                        u"//"_s,
                        u"subject.yaml"_s,
                        u"alice@corp.example"_s };
    return names;
}

/// Names around the length at which a component is shortened, and one plain name that looks like a shortened one.
QStringList longNames()
{
    QStringList names { pathComponent(QString(128, u'x')) };
    for (const int length : { 59, 60, 61, 99, 100, 101, 127, 128 }) {
        names.append(QString(length, u'x'));
        names.append(QString(length - 1, u'x') + u'y');
        names.append(u'y' + QString(length - 1, u'x'));
    }
    for (const int length : { 11, 33, 34, 64, 85 }) {
        names.append(QString(length, u'漢'));
        names.append(QString(length - 1, u'漢') + u'字');
    }
    return names;
}

QStringList allNastyNames()
{
    QStringList names = nastyNames() + longNames();
    names.removeDuplicates();
    return names;
}

} // namespace

class CatalogueTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void noTwoBindingsShareAFile()
    {
        QList<QJsonObject> targets;
        QStringList keys;
        for (const QString &name : allNastyNames()) {
            if (nameProblem(name))
                continue;
            keys.append(name);
            targets.append(target(name));
        }
        QVERIFY(keys.size() > 50);
        const auto catalogue = parsed(document(targets));
        QVERIFY(catalogue);
        QHash<QString, QString> owners;
        static const QRegularExpression safe(
            uR"(\Abindings/[0-9a-f]{2}/[A-Za-z0-9._%~-]{1,100}/[A-Za-z0-9._%~-]{1,100}\.yaml\z)"_s);
        for (const QString &key : keys) {
            for (const QString &subject : allNastyNames()) {
                const QString path = catalogue->pathFor(*catalogue->find(TargetKey(key)), SubjectId(subject));
                QVERIFY2(safe.match(path).hasMatch(), qPrintable(path));
                QVERIFY2(!path.contains("/."_L1) && !path.contains("./"_L1), qPrintable(path));
                QCOMPARE(QDir::cleanPath(path), path);
                const QString owner = key + u'\n' + subject;
                QVERIFY2(!owners.contains(path), qPrintable(path));
                owners.insert(path, owner);
            }
        }
    }

    /// Repositories in use depend on these bytes: a change here moves every file.
    void pathsNeverChange_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("component");
        QTest::newRow("plain") << u"alice.b-c_D9"_s << u"alice.b-c_D9"_s;
        QTest::newRow("slash") << u"org/team"_s << u"org%2Fteam"_s;
        QTest::newRow("dots") << u".."_s << u"%2E%2E"_s;
        QTest::newRow("inner dot") << u"a.b"_s << u"a.b"_s;
        QTest::newRow("git") << u".git"_s << u"%2Egit"_s;
        QTest::newRow("device") << u"con.v1"_s << u"%63on.v1"_s;
        QTest::newRow("cjk") << u"张"_s << u"%E5%BC%A0"_s;
        QTest::newRow("emoji") << u"\U0001F600"_s << u"%F0%9F%98%80"_s;
        QTest::newRow("long") << QString(101, u'x') << QString(60, u'x') + u"~c675a2e604b0cd12"_s;
    }

    void pathsNeverChange()
    {
        QFETCH(QString, name);
        QTEST(pathComponent(name), "component");
    }

    void aTemplateThatSubjectsWouldShareIsRefused()
    {
        QVERIFY(
            problemsOf(document({ target(u"a"_s, { { u"path"_s, u"all/{target}.yaml"_s } }) })).contains(u"lacks {subject}"_s));
    }

    void targetsThatCouldMeetInOneFileAreRefused_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<bool>("refused");
        const auto row = [](const char *first, const char *second, bool refused) {
            QTest::addRow("%s | %s", first, second) << QString::fromLatin1(first) << QString::fromLatin1(second) << refused;
        };
        row("g/{subject}.yaml", "g/{subject}.yaml", true);
        row("g/{subject}.yaml", "h/{subject}.yaml", false);
        row("g/{target}/{subject}", "g/{target}/{subject}", false);
        row("g/{subject}/{target}", "g/{subject}/{target}", false);
        row("g/{target}-{subject}", "g/{target}-{subject}", true); // "a" + "-b-c" and "a-b" + "-c"
        row("g/{subject}.{format}", "g/{subject}.txt", false);
        row("g/one-{subject}", "g/two-{subject}", false);
        row("g/one{subject}", "g/onetwo{subject}", true);
        row("g/{subject}", "g/{subject}/x", true); // a file where the other needs a folder
        row("g/{shard}/{subject}", "g/{target}/{subject}", true); // the shard may spell the other's key
        row("g/one/{subject}", "g/{subject}/one", true);
        row("g/{subject}/a.yaml", "g/{subject}/b.yaml", false);
    }

    void targetsThatCouldMeetInOneFileAreRefused()
    {
        QFETCH(QString, first);
        QFETCH(QString, second);
        const QString problems =
            problemsOf(document({ target(u"a"_s, { { u"path"_s, first } }), target(u"a-b"_s, { { u"path"_s, second } }) }));
        QTEST(problems.contains(u"could name the same file"_s), "refused");
    }

    void dangerousTemplatesAreRefused_data()
    {
        QTest::addColumn<QString>("path");
        for (const char *path :
             { "/{subject}", "../{subject}", "a/../{subject}", "a//{subject}", ".git/{subject}", "a/{subject}/.gitlab-ci.yml",
               "{subject}.", "a b/{subject}", "{subjekt}", "a\\{subject}", "con/{subject}", ".{subject}", "{subject}/" })
            QTest::newRow(path) << QString::fromLatin1(path);
    }

    void dangerousTemplatesAreRefused()
    {
        QFETCH(QString, path);
        const QString problems = problemsOf(document({ target(u"a"_s, { { u"path"_s, path } }) }));
        QVERIFY2(problems.contains(u"targets[0] 'a': path "_s), qPrintable(problems));
    }

    void everyProblemNamesFileEntryAndReason_data()
    {
        QTest::addColumn<QJsonObject>("changes");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QJsonObject &changes, const QString &expected) {
            QTest::newRow(name) << changes << expected;
        };
        row("unknown field", { { u"prioritty"_s, 1 } }, u"has the unknown field 'prioritty' (did you mean 'priority'?)"_s);
        row("unknown partition", { { u"partition"_s, u"mian"_s } },
            u"names the unknown partition 'mian' (did you mean 'main'?)"_s);
        row("format", { { u"format"_s, u"yml"_s } },
            u"'format' is 'yml', but must be one of yaml, json (did you mean 'yaml'?)"_s);
        row("placeholder",
            { { u"entry"_s, QJsonObject { { u"r"_s, u"{rol}"_s } } },
              { u"parameters"_s, QJsonArray { QJsonObject { { u"name"_s, u"role"_s } } } } },
            u"'entry' uses {rol}, which is no parameter (did you mean 'role'?)"_s);
        row("unused parameter", { { u"parameters"_s, QJsonArray { QJsonObject { { u"name"_s, u"role"_s } } } } },
            u"has the parameter 'role', which 'entry' does not use"_s);
        row("pattern", { { u"parameters"_s, QJsonArray { QJsonObject { { u"name"_s, u"r"_s }, { u"pattern"_s, u"("_s } } } } },
            u"has a pattern that cannot be read"_s);
        row("duration", { { u"maxDuration"_s, u"3 weeks"_s } }, u"'maxDuration' must be a duration"_s);
        row("nobody decides", { { u"approval"_s, QJsonObject {} } }, u"nobody could ever decide"_s);
        row("no entry", { { u"entry"_s, QJsonValue::Null } }, u"lacks 'entry'"_s);
        row("reserved name",
            { { u"entry"_s, QJsonObject { { u"r"_s, u"{subject}"_s } } },
              { u"parameters"_s, QJsonArray { QJsonObject { { u"name"_s, u"subject"_s } } } } },
            u"is named 'subject'"_s);
    }

    void everyProblemNamesFileEntryAndReason()
    {
        QFETCH(QJsonObject, changes);
        QFETCH(QString, expected);
        const QString problems = problemsOf(document({ target(u"db-read"_s, changes) }));
        QVERIFY2(problems.contains(expected), qPrintable(problems));
        QVERIFY2(problems.startsWith(u"catalogue.json: targets[0] 'db-read'"_s), qPrintable(problems));
    }

    void duplicateKeysAreRefused()
    {
        QVERIFY(problemsOf(document({ target(u"a"_s), target(u"a"_s) }))
                    .contains(u"targets[1] 'a': has a key that stands there before"_s));
        QVERIFY(problemsOf("{\"partitions\":[],\n\"partitions\":[]}")
                    .contains(u"catalogue.json:2: partitions: is not JSON we accept (duplicate_key)"_s));
    }

    void oneBranchIsOnePartition()
    {
        const QByteArray bytes =
            R"({"partitions":[{"key":"a","project":"p","branch":"main"},{"key":"b","project":"p","branch":"main"}],"targets":[]})";
        QVERIFY(problemsOf(bytes).contains(u"one branch is one partition"_s));
    }

    void aBoundTargetCannotBeLostOrMoved()
    {
        const auto catalogue = parsed(document({ target(u"a"_s) }));
        QVERIFY(catalogue);
        const auto problems = [&](const char *key, const char *partition) {
            return placementProblems(*catalogue, u"c"_s,
                                     { { TargetKey(QString::fromLatin1(key)), PartitionKey(QString::fromLatin1(partition)) } })
                .size();
        };
        QCOMPARE(problems("a", "main"), 0);
        QCOMPARE(problems("a", "other"), 1);
        QCOMPARE(problems("gone", "main"), 1);
    }

    void parametersAreCheckedOneByOne_data()
    {
        QTest::addColumn<QJsonObject>("given");
        QTest::addColumn<QString>("problems");
        const QJsonObject good { { u"role"_s, u"reader"_s } };
        const auto with = [&](const QString &name, const QJsonValue &value) {
            QJsonObject object = good;
            object[name] = value;
            return object;
        };
        QTest::newRow("good") << good << QString();
        QTest::newRow("missing") << QJsonObject() << u"parameters.role=required"_s;
        QTest::newRow("null is missing") << with(u"role"_s, QJsonValue::Null) << u"parameters.role=required"_s;
        QTest::newRow("not a choice") << with(u"role"_s, u"owner"_s) << u"parameters.role=not_a_choice"_s;
        QTest::newRow("number as text") << with(u"role"_s, 1) << u"parameters.role=wrong_type"_s;
        QTest::newRow("unknown") << with(u"rolle"_s, u"x"_s) << u"parameters.rolle=unknown_parameter"_s;
        QTest::newRow("pattern") << with(u"ticket"_s, u"OPS-12"_s) << QString();
        QTest::newRow("pattern must match all") << with(u"ticket"_s, u"OPS-12\nx"_s) << u"parameters.ticket=does_not_match"_s;
        QTest::newRow("pattern with line feed at the end")
            << with(u"ticket"_s, u"OPS-12\n"_s) << u"parameters.ticket=does_not_match"_s;
        QTest::newRow("too long") << with(u"note"_s, QString(11, u'x')) << u"parameters.note=too_long"_s;
        QTest::newRow("integer") << with(u"quota"_s, 5) << QString();
        QTest::newRow("fraction") << with(u"quota"_s, 5.5) << u"parameters.quota=wrong_type"_s;
        QTest::newRow("beyond exactness") << with(u"quota"_s, 1e17) << u"parameters.quota=wrong_type"_s;
        QTest::newRow("boolean") << with(u"admin"_s, true) << QString();
        QTest::newRow("boolean as text") << with(u"admin"_s, u"true"_s) << u"parameters.admin=wrong_type"_s;
        QTest::newRow("list") << with(u"zones"_s, QJsonArray { u"eu"_s }) << QString();
        QTest::newRow("list item") << with(u"zones"_s, QJsonArray { 1 }) << u"parameters.zones=wrong_type"_s;
        QTest::newRow("too large") << with(u"note"_s, QString(20000, u'x')) << u"parameters=too_large"_s;
    }

    void parametersAreCheckedOneByOne()
    {
        const QJsonArray parameters {
            QJsonObject {
                { u"name"_s, u"role"_s }, { u"required"_s, true }, { u"choices"_s, QJsonArray { u"reader"_s, u"writer"_s } } },
            QJsonObject { { u"name"_s, u"ticket"_s }, { u"pattern"_s, u"[A-Z]+-\\d+"_s } },
            QJsonObject { { u"name"_s, u"note"_s }, { u"maxLength"_s, 10 } },
            QJsonObject { { u"name"_s, u"quota"_s }, { u"type"_s, u"integer"_s } },
            QJsonObject { { u"name"_s, u"admin"_s }, { u"type"_s, u"boolean"_s } },
            QJsonObject { { u"name"_s, u"zones"_s }, { u"type"_s, u"list"_s } },
        };
        QJsonArray uses;
        for (const QJsonValue &parameter : parameters)
            uses.append(u'{' + parameter[u"name"_s].toString() + u'}');
        const auto catalogue = parsed(document(
            { target(u"a"_s, { { u"parameters"_s, parameters }, { u"entry"_s, QJsonObject { { u"all"_s, uses } } } }) }));
        QVERIFY(catalogue);
        QFETCH(QJsonObject, given);
        QStringList found;
        for (const FieldProblem &problem : validateParameters(catalogue->targets()[0], given))
            found.append(problem.field + u'=' + problem.reason);
        QTEST(found.join(u' '), "problems");
    }
};

QTEST_APPLESS_MAIN(CatalogueTest)
#include "tst_catalogue.moc"
