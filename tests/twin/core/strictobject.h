// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QSet>
#include <QStringList>

#include <limits>
#include <optional>

namespace slipway::twin {

/// Reads an order of the admin port strictly: a value of another kind than asked for, and in the end every key that
/// nobody asked for, is refused with 400 and a sentence that names it ("match.nth must be a whole number from 0 on").
class StrictObject {
public:
    /// \a where stands before each key in a refusal: "match", "steps[2]"; empty for the order itself.
    explicit StrictObject(QJsonObject json, QString where = {});

    bool has(const QString &key) const { return m_json.contains(key); }
    QString text(const QString &key, const QString &otherwise = {});
    /// Text that must be there and not be empty.
    QString needText(const QString &key);
    /// One of \a words.
    QString word(const QString &key, const QStringList &words, const QString &otherwise);
    bool flag(const QString &key, bool otherwise);
    qint64 number(const QString &key, qint64 otherwise, qint64 least = 0, qint64 most = std::numeric_limits<int>::max());
    double fraction(const QString &key, double otherwise);
    QStringList texts(const QString &key);
    QJsonArray array(const QString &key);
    StrictObject object(const QString &key);
    /// The objects of an array.
    QList<StrictObject> objects(const QString &key);
    /// Any value; nothing is checked.
    QJsonValue value(const QString &key);
    /// A number or a text, as text: ids and paths are both used to name things.
    QString reference(const QString &key);

    /// Refuses what was not asked for. Call it last.
    void nothingElse() const;
    [[noreturn]] void refuse(const QString &key, const QString &mustBe) const;

private:
    QJsonValue take(const QString &key);
    QString named(const QString &key) const;

    QJsonObject m_json;
    QString m_where;
    QSet<QString> m_asked;
};

} // namespace slipway::twin
