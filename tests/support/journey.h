// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/stack.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace slipway::support {

/// A whole Slipway as a test of journeys needs it: short intervals, and the words to tell a journey with. Every function waits for
/// what it says and throws std::runtime_error, with the last thing seen, when it does not happen. Main thread only.
class Journey {
public:
    /// \a hot, \a policy and \a boot over the usual ones; see StageOptions.
    explicit Journey(const QMap<QString, QString> &hot = {}, const QJsonObject &policy = {},
                     const QMap<QString, QString> &boot = {});
    /// The same with all that a stack can be told; its folder is the journey's own.
    explicit Journey(Stack::Options options);
    ~Journey();

    void start() { m_stack.start(); }
    Stack &stack() { return m_stack; }
    TwinClient &twin() { return m_stack.twin(); }
    /// From now on people and twin talk to this instance only.
    void talkOnlyTo(int instance);

    /// Submits as alice and returns the operation id.
    QString submit(const QString &subject, const QString &target, const QString &kind = QStringLiteral("bind"),
                   const QJsonObject &parameters = {}, const QString &expiresAt = {});
    /// As alice; the answer as it came.
    JsonReply withdraw(const QString &operation) { return m_stack.as(QStringLiteral("alice")).withdraw(operation); }
    void approve(const QString &operation);
    /// What alice reads about it once its status is one of \a statuses.
    QJsonObject awaitStatus(const QString &operation, const QStringList &statuses);
    /// The same for its step.
    QJsonObject awaitStep(const QString &operation, int step);
    QJsonObject read(const QString &operation);
    /// What another system calls back with, signed as it would: \a kind is approval or deploy.
    JsonReply callback(const QString &kind, const QJsonObject &body);
    /// Submits, approves, waits for VALIDATED.
    QString land(const QString &subject, const QString &target, const QString &kind = QStringLiteral("bind"),
                 const QJsonObject &parameters = {});

    /// Effects of one kind so far, at the twin.
    int effects(const QString &kind);
    /// Every file below the path prefix at the head of the target branch, by real git.
    QMap<QString, QByteArray> repositoryFiles() const;
    /// The number a statement with a column n answers, asked as administrator.
    qint64 count(const char *statement);
    /// Lines for broken invariants; empty is good.
    QStringList brokenInvariants();
    QJsonObject latestBatch();

private:
    ServiceClient as(const QString &account) const;

    QTemporaryDir m_folder;
    Stack m_stack;
    std::optional<int> m_only;
};

} // namespace slipway::support
