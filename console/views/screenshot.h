// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace slipway::console {

class MainWindow;
class Session;

/// Writes a picture of the window once everything it shows was read, and ends the program: for documents and tests.
class Screenshot : public QObject {
    Q_OBJECT
public:
    Screenshot(Session &session, MainWindow &window, const QString &file);

private:
    void look();
    void chooseFirstRow();
    void take();

    Session &m_session;
    MainWindow &m_window;
    QString m_file;
    QTimer m_timer;
    QElapsedTimer m_sinceAnswer;
    QElapsedTimer m_sinceStart;
    bool m_hasChosen = false;
};

} // namespace slipway::console
