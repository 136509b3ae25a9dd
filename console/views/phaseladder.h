// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/models/wording.h"
#include "shared/protocol/batch.h"

#include <QWidget>

namespace slipway::console {

class Session;

/// The way of a batch as a picture: each phase, how long it lasted, where it stands and for how long already.
class PhaseLadder : public QWidget {
    Q_OBJECT
public:
    explicit PhaseLadder(Session &session, QWidget *parent = nullptr);

    void show(const protocol::BatchDetail &batch);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

    /// Of each phase, in the order of the table; a phase that was never entered has nothing.
    struct Rung {
        QString phase;
        std::optional<std::chrono::milliseconds> lasted;
        bool isCurrent = false;
    };
    static QList<Rung> rungsOf(const protocol::BatchDetail &batch, Instant now);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    QString inWords() const;
    Tone toneOf(const Rung &rung) const;

    Session &m_session;
    std::optional<protocol::BatchDetail> m_batch;
};

} // namespace slipway::console
