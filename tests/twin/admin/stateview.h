// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonObject>
#include <QString>

namespace slipway::twin {

struct Twin;

/// What the admin port shows of the world. Reads only.
namespace view {

struct EffectFilter {
    QString kind;
    QString project;
    QString user;
    qint64 iid = 0;
    qint64 since = 0; ///< Exclusive.
};

QJsonObject clock(const Twin &twin);
QJsonObject state(const Twin &twin);
QJsonObject journal(const Twin &twin, const QString &op, const QString &user, qint64 since);
QJsonObject effects(const Twin &twin, const EffectFilter &filter);

} // namespace view

} // namespace slipway::twin
