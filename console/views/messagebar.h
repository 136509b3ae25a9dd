// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/models/wording.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace slipway::console {

/// One sentence above the content, in the way of nothing: what did not work, or what came of something. Goes when it is closed or no
/// longer true.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    explicit MessageBar(QWidget *parent = nullptr);

    /// Empty: nothing to say.
    void say(const QString &sentence, Tone tone);
    QString sentence() const;
    void setClosable(bool isClosable);

protected:
    void changeEvent(QEvent *event) override;

private:
    void colour();

    QLabel *m_sign;
    QLabel *m_text;
    QToolButton *m_close;
    Tone m_tone = Tone::Neutral;
};

} // namespace slipway::console
