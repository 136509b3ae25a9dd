// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/responder.h"

#include <QByteArray>
#include <QObject>
#include <QProcessEnvironment>

#include <coroutine>
#include <memory>

QT_FORWARD_DECLARE_CLASS(QProcess)
QT_FORWARD_DECLARE_CLASS(QSocketNotifier)

namespace slipway::twin {

/// Status, headers and the start of the body of a CGI answer.
struct CgiHead {
    int status = 200;
    httpserver::Reply reply; ///< Status, type and headers; the body is what came with the head.
    bool complete = false;
};
/// Incomplete while the blank line is missing.
CgiHead parseCgiHead(const QByteArray &output);

/// Runs `git http-backend` and passes its output to a client as it comes. It reads from git only while the client keeps
/// up, so a slow client costs neither memory nor a stalled loop; when the client leaves, git is killed.
class PackStream : public QObject {
    Q_OBJECT
public:
    PackStream(QProcessEnvironment environment, QByteArray input, httpserver::Responder responder);
    ~PackStream() override;

    // `const int status = co_await stream;`
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> waiter);
    int await_resume() const { return m_status; }

private:
    bool start();
    void readSome();
    void take(const QByteArray &bytes);
    void end();

    QProcessEnvironment m_environment;
    QByteArray m_input;
    httpserver::Responder m_responder;
    httpserver::Stream m_stream;
    std::coroutine_handle<> m_waiter;
    QProcess *m_process = nullptr;
    QSocketNotifier *m_notifier = nullptr;
    QByteArray m_head;
    int m_pipe = -1;
    int m_status = 0; ///< 0 until the head was sent.
};

} // namespace slipway::twin
