// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/store/store.h"

namespace slipway::twin {

/// All entities of one kind, in the order of their ids, which start at 1 and are never given twice; kept over a
/// restart. Whoever changes one calls changed().
template <HasFields Entity>
class Shelf {
public:
    using Pointer = std::shared_ptr<Entity>;

    explicit Shelf(Store &store)
        : m_store(store)
    {
        const QString table = QLatin1StringView(Stored<Entity>::table);
        store.addSource({ table,
                          [this](const Store::Source::Visitor &visitor) {
                              for (const Pointer &entity : std::as_const(m_all))
                                  visitor(entity->id, stored::writeEntity(*entity));
                          },
                          [this](qint64, const QJsonObject &row, References &references) {
                              auto entity = std::make_shared<Entity>();
                              stored::readEntity(row, *entity, references);
                              references.add(entity);
                              m_all.append(entity);
                              m_lastId = qMax(m_lastId, entity->id);
                          } });
    }
    Shelf(const Shelf &) = delete;
    Shelf &operator=(const Shelf &) = delete;

    const QList<Pointer> &all() const { return m_all; }
    auto begin() const { return m_all.cbegin(); }
    auto end() const { return m_all.cend(); }
    qsizetype size() const { return m_all.size(); }
    bool isEmpty() const { return m_all.isEmpty(); }

    Pointer find(qint64 id) const
    {
        const auto place = std::lower_bound(m_all.cbegin(), m_all.cend(), id,
                                            [](const Pointer &entity, qint64 wanted) { return entity->id < wanted; });
        return place != m_all.cend() && (*place)->id == id ? *place : nullptr;
    }

    /// Gives it its id.
    void add(const Pointer &entity)
    {
        entity->id = ++m_lastId;
        m_all.append(entity);
        changed(entity);
    }
    /// One that is not here any more (a reset, a removal) is left alone.
    void changed(const Pointer &entity)
    {
        if (find(entity->id) == entity)
            m_store.changed(entity);
    }
    void remove(const Pointer &entity)
    {
        if (m_all.removeOne(entity))
            m_store.removed(QLatin1StringView(Stored<Entity>::table), entity->id);
    }
    /// For a reset: the store forgets by itself.
    void clear()
    {
        m_all.clear();
        m_lastId = 0;
    }

private:
    Store &m_store;
    QList<Pointer> m_all;
    qint64 m_lastId = 0;
};

} // namespace slipway::twin
