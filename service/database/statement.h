// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QString>
#include <QVariant>

#include <initializer_list>
#include <optional>
#include <vector>

namespace slipway::database {

/// One statement of sql/queries/, made a constant at build time: `sql::batching::insert_slot`. Nothing else is executed;
/// no statement is ever put together from text.
struct Statement {
    const char *name; ///< "batching/insert_slot", for logs and errors.
    const char *text; ///< Comments removed; named placeholders ":name".
};

/// The values of a statement's placeholders. A list value expands its placeholder into as many as it has items, for
/// "IN (:ids)"; give at most 500 items at once. A null QString binds NULL, an empty one ''.
/// Bound and expected names are compared before anything is sent: a mis-spelt name would silently bind NULL.
class Bindings {
public:
    struct Item {
        const char *name;
        QVariant value;
    };
    Bindings() = default;
    Bindings(std::initializer_list<Item> items)
        : m_items(items)
    {
    }
    void add(const char *name, QVariant value) { m_items.push_back({ name, std::move(value) }); }
    const std::vector<Item> &items() const { return m_items; }

private:
    std::vector<Item> m_items;
};

/// A number that may be missing: NULL of its own type.
template <class Number>
QVariant nullable(const std::optional<Number> &number)
{
    return number ? QVariant(*number) : QVariant(QMetaType::fromType<Number>());
}

} // namespace slipway::database
