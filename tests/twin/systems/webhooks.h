// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/settings.h"
#include "tests/twin/model/world.h"

namespace slipway::twin {

struct Twin;

/// GitLab's webhooks for merge requests and pipelines: sent once, never repeated, a hint only. Off unless the services
/// say so.
class Webhooks : public QObject {
    Q_OBJECT
public:
    explicit Webhooks(Twin &twin);

private:
    void mergeRequestChanged(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &action,
                             const Actor &actor);
    void pipelineChanged(const ProjectPtr &project, const PipelinePtr &pipeline);
    void send(const QByteArray &event, const QJsonObject &body);

    Twin &m_twin;
    Settings m_policy;
};

} // namespace slipway::twin
