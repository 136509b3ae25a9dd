// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/gitlabforge.h"
#include "shared/error.h"
#include "tests/twin/driver/twinstage.h"

#include <QTest>

#include <mutex>

/// Writes down what it is told.
class Ledger final : public slipway::forge::CallObserver {
public:
    struct Line {
        slipway::forge::CallRecord call;
        std::optional<slipway::forge::Outcome> outcome;
    };

    qint64 sending(const slipway::forge::CallRecord &call) override
    {
        const std::lock_guard guard(m_lock);
        lines.push_back({ call, std::nullopt });
        return qint64(lines.size());
    }
    void answered(qint64 ticket, const slipway::forge::Outcome &outcome) override
    {
        const std::lock_guard guard(m_lock);
        lines[size_t(ticket - 1)].outcome = outcome;
    }
    void readFailed(const slipway::forge::CallRecord &call, int, const QString &) override
    {
        const std::lock_guard guard(m_lock);
        failedReads << call.operation;
    }
    void clear()
    {
        lines.clear();
        failedReads.clear();
    }

    std::vector<Line> lines;
    QStringList failedReads;

private:
    std::mutex m_lock;
};

namespace forgetest {

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::forge;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// A running twin with a fresh project, and a GitLabForge at it, per test.
class ForgeStage : public QObject {
protected:
    void stand(const QJsonObject &policy = {})
    {
        m_stage.newProject(policy);
        m_project = { m_stage.projectPath(), u"main"_s };
        m_ledger.clear();
        m_mirrors = std::make_unique<QTemporaryDir>();
        m_deadline = milliseconds(20000);
        m_forge = forgeAt(QUrl(m_stage.twin.apiUrl()));
    }

    std::unique_ptr<GitLabForge> forgeAt(const QUrl &url, const QString &authorToken = u"author"_s)
    {
        ForgeSettings settings;
        settings.url = url;
        settings.authorToken = authorToken;
        settings.reviewerOneToken = u"reviewer-1"_s;
        settings.reviewerTwoToken = u"reviewer-2"_s;
        settings.mirrorDirectory = m_mirrors->filePath(u"mirror"_s);
        settings.committerName = u"Slipway"_s;
        settings.committerEmail = u"slipway@example.org"_s;
        settings.callDeadline = [this] { return m_deadline; };
        settings.gitDeadline = [this] { return m_deadline; };
        return std::make_unique<GitLabForge>(settings, m_clock, m_ledger);
    }
    BuiltCommit build(const QString &content = u"b\n"_s, const QString &message = u"Change one"_s)
    {
        const Oid base = m_forge->fetchTarget(m_project);
        const FileChanges changes { { u"dir/b.yaml"_s, content.toUtf8() } };
        return m_forge->build(m_project, { base, changes, message, Instant(seconds(1'767'225'600)) });
    }
    /// A published branch with an open merge request.
    MergeRequest opened(const QString &branch = u"slipway/b-1"_s)
    {
        const BuiltCommit built = build();
        m_forge->publish(m_project, branch, built.commit, {});
        const Outcome created = m_forge->createMergeRequest(m_project, branch, u"Batch 1"_s, u"text"_s);
        return m_forge->mergeRequest(m_project, MergeRequestIid(created.body["iid"_L1].toInteger())).value_or(MergeRequest());
    }
    void fault(const QJsonObject &match, const QString &phase, const QJsonObject &deed, int times = 1)
    {
        m_stage.twin.admin("POST", u"/faults"_s,
                           { { u"match"_s, match }, { u"times"_s, times }, { u"phase"_s, phase }, { u"do"_s, deed } });
    }
    bool isMergeable(MergeRequestIid iid) { return m_forge->mergeRequest(m_project, iid)->detailedStatus == "mergeable"_L1; }
    Code codeOf(const std::function<void()> &call)
    {
        try {
            call();
        } catch (const Error &error) {
            return error.code();
        }
        return Code::Ok;
    }

    slipway::twin::TwinStage m_stage;
    Project m_project;
    Ledger m_ledger;
    std::unique_ptr<QTemporaryDir> m_mirrors;
    milliseconds m_deadline { 0 };
    std::unique_ptr<GitLabForge> m_forge;
    SystemClock m_clock;
};

} // namespace forgetest
