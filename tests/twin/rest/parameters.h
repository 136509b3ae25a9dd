// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/message.h"
#include "shared/instant.h"

#include <QJsonObject>
#include <QLatin1StringView>
#include <QStringList>

#include <optional>

namespace slipway::twin {

/// A request's parameters as GitLab sees them: query and body (JSON or form) in one pot, the body winning. Text from a
/// query and a JSON value read alike; a value that cannot be what is asked for is refused with 400 in GitLab's words.
class Parameters {
public:
    Parameters() = default;
    /// Refuses a body that claims to be JSON and is none.
    explicit Parameters(const httpserver::Request &request);

    bool has(QLatin1StringView key) const;
    QString text(QLatin1StringView key) const;
    std::optional<QString> optionalText(QLatin1StringView key) const;
    /// true/True/1 and false/False/0.
    std::optional<bool> flag(QLatin1StringView key) const;
    std::optional<qint64> number(QLatin1StringView key) const;
    /// An array, `key[]=a&key[]=b`, or a comma list.
    QStringList list(QLatin1StringView key) const;
    QJsonValue value(QLatin1StringView key) const { return m_values.value(key); }

    /// Of the JSON body alone; undefined when it is not there.
    QJsonValue bodyValue(QLatin1StringView key) const { return m_body.value(key); }
    std::optional<Instant> time(QLatin1StringView key) const;

    /// "title is missing, source_branch is missing"
    void require(std::initializer_list<QLatin1StringView> keys) const;
    /// "state does not have a valid value"
    void requireOneOf(QLatin1StringView key, const QStringList &words) const;
    bool isEmpty() const { return m_values.isEmpty(); }

private:
    void addItem(QString key, const QString &value);

    QJsonObject m_values;
    QJsonObject m_body;
};

} // namespace slipway::twin
