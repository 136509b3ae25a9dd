// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/git/packstream.h"

#include "tests/twin/core/log.h"
#include "tests/twin/git/gitrunner.h"

#include <QCoreApplication>
#include <QPointer>
#include <QProcess>
#include <QSocketNotifier>

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 enoughPending = 1024 * 1024;

} // namespace

CgiHead parseCgiHead(const QByteArray &output)
{
    CgiHead head;
    qsizetype end = output.indexOf("\r\n\r\n"), gap = 4;
    if (end < 0) {
        end = output.indexOf("\n\n");
        gap = 2;
    }
    if (end < 0)
        return head;
    head.complete = true;
    head.reply.body = output.mid(end + gap);
    const QList<QByteArray> lines = output.left(end).split('\n');
    for (const QByteArray &line : lines) {
        const qsizetype colon = line.indexOf(':');
        const QByteArray name = line.left(colon).trimmed(), value = line.mid(colon + 1).trimmed();
        if (name.compare("Status", Qt::CaseInsensitive) == 0)
            head.status = value.left(3).toInt();
        else if (name.compare("Content-Type", Qt::CaseInsensitive) == 0)
            head.reply.contentType = value;
        else if (name.compare("Content-Length", Qt::CaseInsensitive) != 0)
            head.reply.headers.append({ name, value });
    }
    head.reply.status = head.status;
    return head;
}

PackStream::PackStream(QProcessEnvironment environment, QByteArray input, httpserver::Responder responder)
    : m_environment(std::move(environment))
    , m_input(std::move(input))
    , m_responder(std::move(responder))
{
}

PackStream::~PackStream()
{
    if (m_pipe >= 0)
        ::close(m_pipe);
    if (m_process && m_process->state() != QProcess::NotRunning) {
        // Its end must still be waited for, so the process object outlives this one.
        m_process->setParent(nullptr);
        connect(m_process, &QProcess::finished, m_process, &QObject::deleteLater);
        m_process->kill();
    }
}

void PackStream::await_suspend(std::coroutine_handle<> waiter)
{
    m_waiter = waiter;
    if (!start())
        QMetaObject::invokeMethod(this, &PackStream::end, Qt::QueuedConnection);
}

bool PackStream::start()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return false;
    m_pipe = ends[0];
    ::fcntl(m_pipe, F_SETFL, O_NONBLOCK);
    m_process = new QProcess(this);
    m_process->setProcessEnvironment(m_environment);
    // QProcess reads its own pipes without a limit, so git writes into one that is ours.
    m_process->setProcessChannelMode(QProcess::ForwardedOutputChannel);
    m_process->setChildProcessModifier([out = ends[1]] { ::dup2(out, STDOUT_FILENO); });
    m_process->start(GitRunner::program(), { u"http-backend"_s });
    ::close(ends[1]);
    m_process->write(m_input);
    m_process->closeWriteChannel();
    m_input.clear();
    m_notifier = new QSocketNotifier(m_pipe, QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &PackStream::readSome);
    return true;
}

void PackStream::readSome()
{
    QByteArray chunk(64 * 1024, Qt::Uninitialized);
    const ssize_t count = ::read(m_pipe, chunk.data(), size_t(chunk.size()));
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0) {
        end();
        return;
    }
    chunk.truncate(count);
    take(chunk);
}

void PackStream::take(const QByteArray &bytes)
{
    if (m_status != 0) {
        if (!m_stream.isOpen()) {
            end();
            return;
        }
        m_stream.write(bytes);
        m_notifier->setEnabled(m_stream.pendingBytes() < enoughPending);
        return;
    }
    m_head += bytes;
    CgiHead head = parseCgiHead(m_head);
    if (!head.complete)
        return;
    m_status = head.status;
    const QByteArray body = std::exchange(head.reply.body, {});
    m_stream = m_responder.stream(head.reply);
    m_stream.onProgress([self = QPointer<PackStream>(this)] {
        if (self && self->m_notifier)
            self->m_notifier->setEnabled(true);
    });
    if (!body.isEmpty())
        m_stream.write(body);
}

void PackStream::end()
{
    if (m_notifier)
        m_notifier->setEnabled(false);
    if (m_status != 0) {
        m_stream.finish();
    } else {
        const QByteArray problem = m_process ? m_process->readAllStandardError().left(300) : QByteArray("no pipe");
        qCWarning(logTwin, "git http-backend gave no answer: %s", problem.constData());
        m_responder.send(httpserver::Reply { 502, "text/plain", "git failed\n", {}, false });
        m_status = 502;
    }
    // Queued: the waiter destroys this object.
    const auto waiter = std::exchange(m_waiter, nullptr);
    if (waiter)
        QMetaObject::invokeMethod(
            qApp, [waiter] { waiter.resume(); }, Qt::QueuedConnection);
}

} // namespace slipway::twin
