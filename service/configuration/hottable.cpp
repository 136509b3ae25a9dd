// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/hottable.h"

#include "sql/configuration.h"

namespace slipway::configuration {
namespace {

using namespace Qt::StringLiterals;

struct ValueRow {
    QString name;
    QString value;

    static ValueRow read(const database::Row &row) { return { row.text("name"), row.text("value") }; }
};

} // namespace

HotTable::HotTable(HotConfig &config, const database::Settings &settings, std::chrono::milliseconds interval)
    : m_config(config)
    , m_settings(settings)
{
    read();
    m_thread = std::thread([this, interval] { watch(interval); });
}

HotTable::~HotTable()
{
    {
        const std::lock_guard guard(m_lock);
        m_stopping = true;
    }
    m_stopped.notify_all();
    m_thread.join();
}

void HotTable::watch(std::chrono::milliseconds interval)
{
    std::unique_lock guard(m_lock);
    while (!m_stopped.wait_for(guard, interval, [this] { return m_stopping; })) {
        guard.unlock();
        read();
        guard.lock();
    }
}

void HotTable::read()
{
    const QString source = u"runtime_config"_s;
    try {
        QMap<QString, QString> values;
        auto &connection = database::Connection::forThisThread(m_settings);
        for (const ValueRow &row : connection.select<ValueRow>(sql::configuration::runtime_values))
            values.insert(row.name, row.value);
        // Judged once per change, not once per look.
        if (m_last == values)
            return;
        RawValues raw;
        for (auto it = values.begin(); it != values.end(); ++it)
            raw.emplace(it.key(), rawText(it.value()));
        m_config.replace(raw, source);
        m_last = std::move(values);
    } catch (const Error &error) {
        m_last.reset();
        m_config.sourceFailed(source, QString::fromUtf8(error.what()));
    }
}

} // namespace slipway::configuration
