// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/settings.h"
#include "tests/twin/model/hook.h"
#include "tests/twin/systems/deliveries.h"
#include "tests/twin/systems/hookpayloads.h"

namespace slipway::twin {

struct Twin;

/// GitLab's webhooks: for the hooks of a project, and, while the services say so, for the service itself (merge request
/// and pipeline events to <url>/callbacks/gitlab). Sent once and never repeated by themselves; a hook whose receiver
/// fails again and again is switched off. The knobs lose, delay, double, reorder and forge them.
class Webhooks : public QObject {
    Q_OBJECT
public:
    explicit Webhooks(Twin &twin);
    void reset();

    /// The triggers that GitLab knows; the twin itself causes push, merge request, pipeline and note events.
    static const QStringList &triggers();

    HookPtr find(const ProjectPtr &project, qint64 id) const;
    QList<HookPtr> hooksOf(const ProjectPtr &project) const;
    void add(const HookPtr &hook) { m_hooks.add(hook); }
    void changed(const HookPtr &hook) { m_hooks.changed(hook); }
    void remove(const HookPtr &hook) { m_hooks.remove(hook); }

    void branchMoved(const ProjectPtr &project, const BranchMove &move);
    /// Sends an example of \a trigger, made of the newest fitting thing in the project, to that hook; the receiver has
    /// answered when this ends. Nothing when the project has nothing of the kind.
    Task<DeliveryPtr> test(ProjectPtr project, HookPtr hook, QString trigger);
    /// The same delivery once more, with the same key; the receiver has answered when this ends.
    Task<DeliveryPtr> resend(DeliveryPtr delivery);

    Settings policy;

private:
    void applied(const Change &change);
    void pipelineChanged(const ProjectPtr &project, const PipelinePtr &pipeline);
    bool isWanted(const ProjectPtr &project, const QString &trigger) const;
    void announce(const ProjectPtr &project, const QString &trigger, const QJsonObject &body, const QString &branch = {});
    void send(const HookPtr &hook, const QString &trigger, const QString &origin, const QJsonObject &body);
    Task<void> sendPush(QJsonObject with);
    Task<void> sendPipeline(QJsonObject with);
    Task<QJsonObject> exampleOf(ProjectPtr project, QString trigger);
    Channel channel();
    Channel::Headers headersFor(const Delivery &delivery);
    void tried(const DeliveryPtr &delivery);
    static bool passesFilter(const Hook &hook, const QString &branch);

    Twin &m_twin;
    HookPayloads m_payloads;
    Shelf<Hook> m_hooks;
};

} // namespace slipway::twin
