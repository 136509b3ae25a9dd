// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/driver/twindriver.h"

namespace slipway::twin {

/// A running twin with the usual people, and a fresh project per test: the stage most tests of the twin stand on.
/// The tokens are "author", "reviewer-1", "reviewer-2", "maintainer", "reader" (read_api), "expired" and "outsider".
class TwinStage {
public:
    /// Starts the program beside the running test. Empty when it stands, else why not.
    QString start();
    /// A new project "tests/pN" with a README, `main` protected, and \a policy on top of quick delays; faults are
    /// cleared.
    void newProject(const QJsonObject &policy = {});

    TwinDriver twin;
    QString projectPath() const { return m_path; }
    /// "/projects/tests%2Fp1" + \a below
    QString at(const QString &below = {}) const;

    /// A commit by the author through the API that makes \a branch from `main` when it is new. Returns its id.
    QString commit(const QString &branch, const QString &file, const QString &content);
    /// Opens one for \a branch with one changed file and returns its iid.
    int openMergeRequest(const QString &branch, const QString &title = QStringLiteral("A change"));
    QJsonObject mergeRequest(int iid);
    QString status(int iid) { return mergeRequest(iid)[QStringLiteral("detailed_merge_status")].toString(); }
    TwinAnswer merge(int iid, const QString &token = QStringLiteral("maintainer"), const QJsonObject &body = {});
    /// Effects of that kind in this project.
    int effects(const QString &kind);
    QString head(const QString &branch);

private:
    QString m_path;
    int m_count = 0;
};

} // namespace slipway::twin
