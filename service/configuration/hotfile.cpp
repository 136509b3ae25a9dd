// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/hotfile.h"

#include "service/configuration/tomlfile.h"

namespace slipway::configuration {

using namespace Qt::StringLiterals;

HotFile::HotFile(HotConfig &config, const QString &path, QObject *parent)
    : QObject(parent)
    , m_config(config)
    , m_path(path)
    , m_file(path, [this](const auto &content) { take(content); })
{
}

void HotFile::take(const std::optional<QByteArray> &content)
{
    if (!content) {
        m_config.sourceFailed(m_path, u"is not there or cannot be read"_s);
        return;
    }
    // Zero bytes are no decision for all the defaults at once, but a writer that stopped half-way or a disk that was full. Whoever
    // means it leaves a comment in it.
    if (content->isEmpty() && m_hasRead) {
        m_config.sourceFailed(m_path, u"is empty"_s);
        return;
    }
    m_hasRead = true;
    const auto document = readToml(*content);
    if (const auto *problem = std::get_if<TomlProblem>(&document)) {
        m_config.sourceFailed(m_path, u"line %1: %2"_s.arg(problem->line).arg(problem->reason));
        return;
    }
    m_config.replace(std::get<RawValues>(document), m_path);
}

} // namespace slipway::configuration
