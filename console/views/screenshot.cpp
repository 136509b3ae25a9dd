// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/screenshot.h"

#include "console/session/session.h"
#include "console/views/mainwindow.h"
#include "console/views/page.h"
#include "console/views/rowsview.h"

#include <QApplication>
#include <QPixmap>

#include <cstdio>

namespace slipway::console {
namespace {

constexpr int quietMs = 400; ///< Nothing was answered for so long: everything is there.
constexpr int longestMs = 60000;

} // namespace

Screenshot::Screenshot(Session &session, MainWindow &window, const QString &file)
    : m_session(session)
    , m_window(window)
    , m_file(file)
{
    connect(&session.api(), &ApiClient::answered, this, [this] { m_sinceAnswer.start(); });
    connect(&m_timer, &QTimer::timeout, this, &Screenshot::look);
    session.setPace(std::chrono::hours(1));
    m_sinceStart.start();
    m_timer.start(50);
}

void Screenshot::look()
{
    if (m_sinceStart.elapsed() > longestMs) {
        fprintf(stderr, "slipway-console: the service was not read in time: %s\n", qPrintable(m_session.problem()));
        QApplication::exit(1);
        return;
    }
    if (m_session.api().underWay() > 0)
        m_sinceAnswer.start(); // However long it takes on a busy machine.
    if (m_session.state() != Session::State::Fresh || !m_sinceAnswer.isValid() || m_sinceAnswer.elapsed() < quietMs)
        return;
    if (!m_hasChosen) {
        m_hasChosen = true;
        chooseFirstRow();
        m_sinceAnswer.start();
        return;
    }
    take();
}

void Screenshot::chooseFirstRow()
{
    RowsView *table = m_window.currentPage()->table();
    if (table && table->currentRow() < 0 && table->model()->rowCount() > 0)
        table->setCurrentIndex(table->model()->index(0, 0));
}

void Screenshot::take()
{
    m_timer.stop();
    const bool isWritten = m_window.grab().save(m_file);
    if (!isWritten)
        fprintf(stderr, "slipway-console: %s cannot be written\n", qPrintable(m_file));
    QApplication::exit(isWritten ? 0 : 1);
}

} // namespace slipway::console
