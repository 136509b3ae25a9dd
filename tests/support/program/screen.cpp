// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/program/screen.h"

#include <cstdio>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace slipway::support {

Screen::Screen()
    : m_terminal(isatty(STDOUT_FILENO) == 1)
    , m_coloured(m_terminal && qEnvironmentVariableIsEmpty("NO_COLOR"))
{
}

void Screen::put(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    fwrite(bytes.constData(), 1, size_t(bytes.size()), stdout);
    fflush(stdout);
}

void Screen::line(const QString &text)
{
    settle();
    put(text + u'\n');
}

void Screen::begin(const QString &step)
{
    settle();
    m_step.start();
    put(step + u" … "_s);
    m_open = true;
}

void Screen::done()
{
    const QString time = QString::number(double(m_step.elapsed()) / 1000, 'f', 1) + u" s"_s;
    put((m_coloured ? u"\x1b[32m%1\x1b[0m"_s.arg(time) : time) + u'\n');
    m_open = false;
}

void Screen::progress(const QString &text)
{
    if (text == m_last)
        return;
    if (m_terminal) {
        put(u"\r\x1b[K"_s + text);
        m_open = true;
    } else if (!m_sinceProgress.isValid() || m_sinceProgress.elapsed() >= 2000) {
        put(text + u'\n');
        m_sinceProgress.start();
    }
    m_last = text;
}

void Screen::settle()
{
    if (m_open)
        put(u"\n"_s);
    m_open = false;
}

void Screen::complain(const QString &text)
{
    settle();
    const bool coloured = m_coloured && isatty(STDERR_FILENO) == 1;
    const QByteArray bytes = (coloured ? u"\x1b[31m%1\x1b[0m"_s.arg(text) : text).toUtf8();
    fprintf(stderr, "%s\n", bytes.constData());
}

} // namespace slipway::support
