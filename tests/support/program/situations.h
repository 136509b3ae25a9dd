// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/program/screen.h"
#include "tests/support/stack.h"

namespace slipway::support {

/// Fills a running stack with what maintainers are called for: requests that failed, wait, or landed without proof, a batch that is
/// blocked with others behind it, one whose process was killed, an action that awaits a second person. Says at the end what is there. All of it comes about as in real life, through the service and
/// the twin. Throws std::runtime_error when something does not come about.
class Situations {
public:
    Situations(Stack &stack, Screen &screen)
        : m_stack(stack)
        , m_screen(screen)
    {
    }

    /// What the stack has to be told for it: two maintainers, and waits that end soon.
    static void prepare(StageOptions &stage);
    void bringAbout();

private:
    QString submit(const QString &subject, const QString &target = QStringLiteral("db/read"), bool isApproved = true);
    void await(const QString &operation, const QStringList &statuses);
    void awaitStep(const QString &operation, int step);
    QJsonObject act(const QString &action, const QString &type, const QString &id, const QString &reason);
    void policy(const QString &pipelineResult);
    void deploys(const QJsonObject &policy);

    /// Which diagnosis is said of whom.
    QMap<QString, QStringList> diagnoses();
    void awaitOrphan();
    void tell();

    void orphaned();
    void landed();
    void landedWithoutProof();
    void notApproved();
    void failed();
    void waiting();
    void blocked();

    Stack &m_stack;
    Screen &m_screen;
    QString m_unproven; ///< A request that landed without proof of deployment.
};

} // namespace slipway::support
