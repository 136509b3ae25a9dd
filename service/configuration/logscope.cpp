// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/logscope.h"

namespace slipway::configuration {
namespace {

QJsonObject &current()
{
    thread_local QJsonObject fields;
    return fields;
}

} // namespace

LogScope::LogScope(std::initializer_list<std::pair<QString, QString>> fields)
    : m_before(current())
{
    for (const auto &[name, value] : fields)
        current().insert(name, value);
}

LogScope::~LogScope() { current() = m_before; }

QJsonObject LogScope::fields() { return current(); }

} // namespace slipway::configuration
