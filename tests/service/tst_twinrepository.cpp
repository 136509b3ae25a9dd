// SPDX-License-Identifier: GPL-3.0-only
// Branches, protection, commits, files and comparisons through the twin's REST interface.
#include "twincase.h"

#include <QCryptographicHash>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

class TwinRepositoryTest : public TwinCase {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        prepare();
    }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void branchesAreFoundMadeAndRemoved()
    {
        const QString branches = at(u"/repository/branches"_s);
        for (const QString &name : { u"feat%2Fa"_s, u"feat%2Fb"_s, u"other"_s })
            QCOMPARE(api("POST", branches + u"?ref=main&branch="_s + name, u"author"_s).status, 201);
        QCOMPARE(api("POST", branches + u"?ref=main&branch=other"_s, u"author"_s).json[u"message"_s].toString(),
                 u"Branch already exists"_s);
        QCOMPARE(api("POST", branches + u"?ref=none&branch=new"_s, u"author"_s).json[u"message"_s].toString(),
                 u"Invalid reference name: none"_s);
        QCOMPARE(api("GET", branches + u"?search=feat"_s, u"author"_s).list.size(), 2);
        QCOMPARE(api("GET", branches + u"?search=%5Efeat%2F"_s, u"author"_s).list.size(), 2);
        QCOMPARE(api("GET", branches + u"?search=er%24"_s, u"author"_s).list.size(), 1);
        QCOMPARE(api("GET", branches + u"?regex=%5Efeat%2F%5Ba%5D%24"_s, u"author"_s).list.size(), 1);
        QCOMPARE(head("/repository/branches/feat%2Fa").status, 204);
        QCOMPARE(head("/repository/branches/none").status, 404);
        QCOMPARE(api("GET", branches + u"/bad..name"_s, u"author"_s).status, 400);
        QCOMPARE(api("DELETE", branches + u"/main"_s, u"author"_s).status, 405);
        const TwinAnswer late =
            raw("DELETE", u"/api/v4"_s + branches + u"/other"_s,
                { { "PRIVATE-TOKEN", "author" }, { "If-Unmodified-Since", "Mon, 01 Jan 2001 00:00:00 GMT" } });
        QCOMPARE(late.status, 412);
        QCOMPARE(late.json[u"message"_s].toString(), u"412 Precondition Failed"_s);
        QCOMPARE(api("DELETE", branches + u"/other"_s, u"author"_s).status, 204);
        QCOMPARE(api("DELETE", branches + u"/other"_s, u"author"_s).json[u"message"_s].toString(), u"404 Branch Not Found"_s);
    }

    void protectionIsSetChangedAndLifted()
    {
        const QString rules = at(u"/protected_branches"_s);
        QCOMPARE(api("POST", rules + u"?name=rel%2F*"_s, u"author"_s).status, 403);
        const TwinAnswer made =
            api("POST", rules + u"?name=rel%2F*&push_access_level=0&merge_access_level=30"_s, u"maintainer"_s);
        QCOMPARE(made.status, 201);
        QCOMPARE(made.json[u"push_access_levels"_s][0][u"access_level"_s].toInt(), 0);
        QCOMPARE(api("POST", rules + u"?name=rel%2F*"_s, u"maintainer"_s).status, 409);
        QCOMPARE(api("POST", rules + u"?name=y&push_access_level=7"_s, u"maintainer"_s).status, 400);
        const QString branch = at(u"/repository/branches?ref=main&branch=rel%2F1"_s);
        QCOMPARE(api("POST", branch, u"author"_s).status, 403);
        const QString rule = rules + u"/rel%2F*"_s;
        QCOMPARE(
            api("PATCH", rule, u"maintainer"_s, { { u"push_access_level"_s, 30 }, { u"allow_force_push"_s, true } }).status,
            200);
        QVERIFY(api("GET", rule, u"author"_s).json[u"allow_force_push"_s].toBool());
        QCOMPARE(api("POST", branch, u"author"_s).status, 201);
        QCOMPARE(api("DELETE", at(u"/repository/branches/rel%2F1"_s), u"maintainer"_s).status, 405);
        QCOMPARE(api("DELETE", rule, u"maintainer"_s).status, 204);
        QCOMPARE(api("GET", rule, u"author"_s).status, 404);
        QCOMPARE(api("GET", rules, u"author"_s).list.size(), 1);
        QCOMPARE(api("DELETE", at(u"/repository/branches/rel%2F1"_s), u"author"_s).status, 204);
    }

    void aCommitTakesEveryAction()
    {
        const QJsonArray first { action(u"create"_s, u"s.sh"_s, { { u"content"_s, u"#!/bin/sh\n"_s } }),
                                 action(u"create"_s, u"b.bin"_s,
                                        { { u"content"_s, u"AAE="_s }, { u"encoding"_s, u"base64"_s } }) };
        const QJsonObject made = commit({ { u"start_branch"_s, u"main"_s },
                                          { u"actions"_s, first },
                                          { u"author_name"_s, u"Some One"_s },
                                          { u"author_email"_s, u"one@example.org"_s } })
                                     .json;
        QCOMPARE(made[u"author_name"_s].toString(), u"Some One"_s);
        QCOMPARE(made[u"committer_name"_s].toString(), u"The author"_s);
        QCOMPARE(made[u"stats"_s][u"additions"_s].toInt(), 1);
        const QJsonArray second { action(u"chmod"_s, u"s.sh"_s, { { u"execute_filemode"_s, true } }),
                                  action(u"move"_s, u"moved.yaml"_s, { { u"previous_path"_s, u"dir/a.yaml"_s } }),
                                  action(u"delete"_s, u"README.md"_s),
                                  action(u"update"_s, u"b.bin"_s, { { u"content"_s, u"text"_s } }) };
        QCOMPARE(commit({ { u"actions"_s, second } }).status, 201);
        QVERIFY(file(u"s.sh"_s)[u"execute_filemode"_s].toBool());
        QCOMPARE(QByteArray::fromBase64(file(u"moved.yaml"_s)[u"content"_s].toString().toLatin1()), QByteArray("a\n"));
        QVERIFY(!file(u"README.md"_s).contains(u"content"_s));
        const QJsonObject stale =
            action(u"update"_s, u"b.bin"_s, { { u"content"_s, u"x"_s }, { u"last_commit_id"_s, made[u"id"_s] } });
        QVERIFY(
            commit({ { u"actions"_s, QJsonArray { stale } } }).json[u"message"_s].toString().contains(u"has changed since"_s));
        QVERIFY(commit({ { u"actions"_s, QJsonArray { action(u"update"_s, u"none"_s) } } })
                    .json[u"message"_s]
                    .toString()
                    .contains(u"doesn't exist"_s));
        QCOMPARE(commit({ { u"actions"_s, QJsonArray { QJsonObject { { u"action"_s, u"create"_s } } } } })
                     .json[u"message"_s]
                     .toString(),
                 u"400 Bad request - actions[0][file_path] is required"_s);
    }

    void noActionOverwritesWhatItDoesNotName()
    {
        const auto refusal = [&](const QJsonArray &actions) {
            const TwinAnswer answer = commit({ { u"start_branch"_s, u"main"_s }, { u"actions"_s, actions } });
            return answer.status == 400 ? answer.json[u"message"_s].toString() + answer.json[u"error"_s].toString() : QString();
        };
        const QJsonObject content { { u"content"_s, u"x"_s } };
        QCOMPARE(refusal({ action(u"create"_s, u"README.md/x"_s, content) }), u"A file with this name already exists"_s);
        QCOMPARE(refusal({ action(u"create"_s, u"dir"_s, content) }), u"A directory with this name already exists"_s);
        QCOMPARE(refusal({ action(u"create"_s, u"d/x"_s, content), action(u"create"_s, u"d"_s, content) }),
                 u"A directory with this name already exists"_s);
        QCOMPARE(refusal({ action(u"create"_s, u"dup"_s, content), action(u"create"_s, u"dup"_s, content) }),
                 u"A file with this name already exists"_s);
        QCOMPARE(refusal({ action(u"create"_s, u"r"_s, { { u"content"_s, u"x"_s }, { u"encoding"_s, u"rot13"_s } }) }),
                 u"actions[0][encoding] does not have a valid value"_s);
        QCOMPARE(commit({ { u"actions"_s, u"all"_s } }).json[u"error"_s].toString(), u"actions is invalid"_s);
        // In their order, each on what those before it made.
        QCOMPARE(commit({ { u"start_branch"_s, u"main"_s },
                          { u"actions"_s,
                            QJsonArray { action(u"create"_s, u"n"_s, content),
                                         action(u"update"_s, u"n"_s, { { u"content"_s, u"y"_s } }),
                                         action(u"move"_s, u"m"_s, { { u"previous_path"_s, u"n"_s } }) } } })
                     .status,
                 201);
        QCOMPARE(QByteArray::fromBase64(file(u"m"_s)[u"content"_s].toString().toLatin1()), QByteArray("y"));
        QVERIFY(!file(u"n"_s).contains(u"content"_s));
    }

    void aBranchIsStartedFromAnotherOrOverwritten()
    {
        const QString base = m_stage.head(u"main"_s);
        const QJsonArray actions { action(u"create"_s, u"n"_s, { { u"content"_s, u"n"_s } }) };
        QCOMPARE(commit({ { u"start_sha"_s, base }, { u"actions"_s, actions } }).json[u"parent_ids"_s][0].toString(), base);
        const TwinAnswer exists = commit({ { u"start_branch"_s, u"main"_s }, { u"actions"_s, actions } });
        QCOMPARE(exists.status, 400);
        QVERIFY(exists.json[u"message"_s].toString().startsWith(u"A branch called 'work' already exists."_s));
        const TwinAnswer forced = commit({ { u"start_branch"_s, u"main"_s }, { u"force"_s, true }, { u"actions"_s, actions } });
        QCOMPARE(forced.status, 201);
        QCOMPARE(m_stage.head(u"work"_s), forced.json[u"id"_s].toString());
        const QJsonObject denied { { u"branch"_s, u"main"_s }, { u"commit_message"_s, u"m"_s }, { u"actions"_s, actions } };
        QCOMPARE(api("POST", at(u"/repository/commits"_s), u"author"_s, denied).json[u"message"_s].toString(),
                 u"403 Forbidden - You are not allowed to push into this branch"_s);
    }

    void filesAreWrittenOneByOne()
    {
        m_stage.commit(u"work"_s, u"x"_s, u"x"_s);
        const QString path = at(u"/repository/files/a%2Fb%20c.txt"_s);
        const QJsonObject body { { u"branch"_s, u"work"_s }, { u"commit_message"_s, u"m"_s }, { u"content"_s, u"one\n"_s } };
        const TwinAnswer made = api("POST", path, u"author"_s, body);
        QCOMPARE(made.status, 201);
        QCOMPARE(made.json, QJsonObject({ { u"file_path"_s, u"a/b c.txt"_s }, { u"branch"_s, u"work"_s } }));
        QCOMPARE(api("POST", path, u"author"_s, body).status, 400);
        const TwinAnswer rawFile = raw("GET", u"/api/v4"_s + path + u"/raw?ref=work"_s, { { "PRIVATE-TOKEN", "author" } });
        QCOMPARE(rawFile.body, QByteArray("one\n"));
        QCOMPARE(rawFile.header("X-Gitlab-Content-Sha256"),
                 QCryptographicHash::hash("one\n", QCryptographicHash::Sha256).toHex());
        const TwinAnswer headers = raw("HEAD", u"/api/v4"_s + path + u"?ref=work"_s, { { "PRIVATE-TOKEN", "author" } });
        QCOMPARE(headers.status, 200);
        QCOMPARE(headers.header("X-Gitlab-Size"), QByteArray("4"));
        QCOMPARE(headers.header("X-Gitlab-Last-Commit-Id"), m_stage.head(u"work"_s).toLatin1());
        QVERIFY(headers.body.isEmpty());
        QJsonObject update = body;
        update.insert(u"content"_s, u"two\n"_s);
        update.insert(u"last_commit_id"_s, m_stage.head(u"main"_s));
        QCOMPARE(api("PUT", path, u"author"_s, update).status, 400);
        update.remove(u"last_commit_id"_s);
        QCOMPARE(api("PUT", path, u"author"_s, update).status, 200);
        QCOMPARE(api("DELETE", path + u"?branch=work&commit_message=m"_s, u"author"_s).status, 204);
        QCOMPARE(api("GET", path + u"?ref=work"_s, u"author"_s).json[u"message"_s].toString(), u"404 File Not Found"_s);
        QCOMPARE(api("GET", path + u"?ref=none"_s, u"author"_s).json[u"message"_s].toString(), u"404 Commit Not Found"_s);
        QCOMPARE(m_stage.effects(u"commit"_s), 4);
    }

    void theTreeIsListed()
    {
        const QJsonArray root = api("GET", at(u"/repository/tree"_s), u"author"_s).list;
        QCOMPARE(root.size(), 2);
        QCOMPARE(root[1][u"type"_s].toString(), u"tree"_s);
        QCOMPARE(api("GET", at(u"/repository/tree?recursive=true"_s), u"author"_s).list.size(), 3);
        QCOMPARE(api("GET", at(u"/repository/tree?path=dir"_s), u"author"_s).list[0][u"path"_s].toString(), u"dir/a.yaml"_s);
        QCOMPARE(api("GET", at(u"/repository/tree?path=none"_s), u"author"_s).status, 404);
    }

    void comparisonsAndAMergeRequestsChangesAreShown()
    {
        const int iid = m_stage.openMergeRequest(u"diff"_s);
        QVERIFY(becomes(iid, u"mergeable"_s));
        const QJsonObject same = api("GET", at(u"/repository/compare?from=main&to=main"_s), u"author"_s).json;
        QVERIFY(same[u"compare_same_ref"_s].toBool());
        const QJsonObject compare = api("GET", at(u"/repository/compare?from=main&to=diff"_s), u"author"_s).json;
        QCOMPARE(compare[u"commits"_s].toArray().size(), 1);
        QVERIFY(compare[u"diffs"_s][0][u"new_file"_s].toBool());
        QCOMPARE(api("GET", mr(iid, u"/commits"_s), u"author"_s).list[0][u"id"_s].toString(), m_stage.head(u"diff"_s));
        QCOMPARE(api("GET", mr(iid, u"/diffs"_s), u"author"_s).list.size(), 1);
        QCOMPARE(api("GET", mr(iid, u"/changes"_s), u"author"_s).json[u"changes"_s].toArray().size(), 1);
        const QString refs = at(u"/repository/commits/%1/refs"_s.arg(m_stage.head(u"main"_s)));
        QCOMPARE(api("GET", refs, u"author"_s).list.size(), 2);
        QCOMPARE(api("GET", at(u"/repository/commits/none"_s), u"author"_s).json[u"message"_s].toString(),
                 u"404 Commit Not Found"_s);
    }

    void theProjectsSettingsFollowTheInterface()
    {
        QCOMPARE(api("PUT", at(), u"author"_s, { { u"merge_method"_s, u"ff"_s } }).status, 403);
        const QJsonObject body { { u"merge_method"_s, u"ff"_s }, { u"only_allow_merge_if_pipeline_succeeds"_s, true } };
        QCOMPARE(api("PUT", at(), u"maintainer"_s, body).json[u"merge_method"_s].toString(), u"ff"_s);
        QVERIFY(api("GET", at(), u"author"_s).json[u"only_allow_merge_if_pipeline_succeeds"_s].toBool());
        QCOMPARE(api("PUT", at(), u"maintainer"_s, { { u"merge_method"_s, u"magic"_s } }).status, 400);
        QCOMPARE(api("POST", at(u"/approvals"_s), u"maintainer"_s, { { u"reset_approvals_on_push"_s, false } }).status, 201);
        QVERIFY(!api("GET", at(u"/approvals"_s), u"author"_s).json[u"reset_approvals_on_push"_s].toBool());
    }

private:
    static QJsonObject action(const QString &word, const QString &path, QJsonObject further = {})
    {
        further.insert(u"action"_s, word);
        further.insert(u"file_path"_s, path);
        return further;
    }
    TwinAnswer commit(QJsonObject body)
    {
        body.insert(u"branch"_s, u"work"_s);
        body.insert(u"commit_message"_s, u"A change"_s);
        return api("POST", at(u"/repository/commits"_s), u"author"_s, body);
    }
    QJsonObject file(const QString &path)
    {
        return api("GET", at(u"/repository/files/%1?ref=work"_s.arg(QString(path).replace(u"/"_s, u"%2F"_s))), u"author"_s)
            .json;
    }
    TwinAnswer head(const char *path)
    {
        return raw("HEAD", u"/api/v4"_s + at(QString::fromLatin1(path)), { { "PRIVATE-TOKEN", "author" } });
    }
};

QTEST_GUILESS_MAIN(TwinRepositoryTest)
#include "tst_twinrepository.moc"
