// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/serviceclient.h"

#include <QDateTime>
#include <QMap>

namespace slipway::support {

/// Where the time went, as the service's own record of its batches tells it to a maintainer.
class BatchFigures {
public:
    /// Reads every batch. Throws std::runtime_error when the service does not answer.
    static BatchFigures read(ServiceClient &maintainer, const QDateTime &startedAt, double seconds);

    struct Stage {
        QString name;
        double seconds = 0;
    };
    qsizetype batches() const { return m_batches; }
    /// In the order in which a batch passes through them; together they are the whole run.
    QList<Stage> stages() const;
    Stage slowest() const;

private:
    void take(const QJsonObject &batch);

    QDateTime m_startedAt;
    double m_seconds = 0;
    qsizetype m_batches = 0;
    double m_untilFirst = 0;
    QMap<QString, double> m_perPhase;
};

} // namespace slipway::support
