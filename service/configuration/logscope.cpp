// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/logscope.h"

namespace slipway::configuration {
namespace {

const LogScope *&innermost()
{
    thread_local const LogScope *scope = nullptr;
    return scope;
}

} // namespace

LogScope::LogScope(std::initializer_list<Field> fields)
    : m_fields(fields)
    , m_outer(std::exchange(innermost(), this))
{
}

LogScope::~LogScope() { innermost() = m_outer; }

QJsonObject LogScope::fields()
{
    QJsonObject all;
    for (const LogScope *scope = innermost(); scope; scope = scope->m_outer) {
        for (const auto &[name, value] : scope->m_fields) {
            if (!all.contains(name))
                all.insert(name, value);
        }
    }
    return all;
}

} // namespace slipway::configuration
