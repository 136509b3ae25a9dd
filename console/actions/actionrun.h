// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/actions/operatoraction.h"
#include "console/actions/runitem.h"
#include "console/session/answer.h"

#include <QObject>
#include <QTimer>

namespace slipway::console {

class Session;

/// One action on its way: guard, preview, confirmation, run, on a selection frozen at the beginning. The service makes each plan and
/// decides; here is only the order of things. It sends no operator: that is whom the service knows. Nothing is sent before confirm(),
/// and nothing twice: when an answer does not come, the service's record is read to learn what became of it.
class ActionRun : public QObject {
    Q_OBJECT
public:
    enum class Stage : quint8 { Planning, Asking, Running, Ended };

    ActionRun(Session &session, const OperatorAction &action, const Selection &selection, QObject *parent = nullptr);

    /// Begins, or says why it may not.
    Guard begin();
    /// What a person said besides; the plans are made anew.
    void setParameters(const QJsonObject &parameters);
    /// Runs what would be done. Refuses without a reason, without the word that has to be typed, and on old news.
    Guard confirm(const QString &reason, const QString &typed);
    /// Whose turn has not come is left alone; what is under way goes on. Before the confirmation: nothing is done at all.
    void cancel();
    /// Plans anew what failed or had changed. What is unknown is sent again under its old key, which the service does at most once.
    void retry();

    Stage stage() const { return m_stage; }
    const OperatorAction &action() const { return m_action; }
    const std::vector<RunItem> &items() const { return m_items; }
    const Selection &selection() const { return m_selection; }
    const QString &bulkId() const { return m_bulkId; }
    const QString &reason() const { return m_reason; }
    QString wordToType() const;
    int count(QLatin1StringView outcome) const;
    int ended() const;
    bool isCancelled() const { return m_isCancelled; }
    bool needsSecond() const;
    bool mayRetry() const;

Q_SIGNALS:
    void itemChanged(int index);
    void stageChanged();

private:
    void planMore();
    void takePlan(int index, const Answer &answer);
    void runNext();
    void takeResult(int index, const Answer &answer);
    void takeChangedPlan(RunItem &item, const Answer &answer);
    void follow();
    void followKnown(int index);
    void findUnknown();
    void adopt(const protocol::ActionDetail &detail);
    void setStage(Stage stage);
    void settle();
    void changed(int index);
    QJsonObject body(const RunItem &item, QLatin1StringView mode) const;

    Session &m_session;
    const OperatorAction &m_action;
    const Selection m_selection;
    const QString m_bulkId;
    QJsonObject m_parameters;
    QString m_reason;
    std::vector<RunItem> m_items;
    Stage m_stage = Stage::Planning;
    QTimer m_follow;
    int m_nextToPlan = 0;
    int m_plansUnderWay = 0;
    int m_plansEra = 0; ///< Plans for earlier parameters are dropped.
    bool m_isCancelled = false;
    bool m_isSending = false;
};

} // namespace slipway::console
