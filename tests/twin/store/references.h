// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QtGlobal>

#include <map>
#include <memory>
#include <typeindex>

namespace slipway::twin {

/// The entities that have been read so far, for those that point at them: a row holds the id only.
class References {
public:
    template <class Entity>
    void add(const std::shared_ptr<Entity> &entity)
    {
        m_known[{ std::type_index(typeid(Entity)), entity->id }] = entity;
    }

    /// Nothing for an id that was never added.
    template <class Entity>
    std::shared_ptr<Entity> find(qint64 id) const
    {
        const auto found = m_known.find({ std::type_index(typeid(Entity)), id });
        return found == m_known.end() ? nullptr : std::static_pointer_cast<Entity>(found->second);
    }

private:
    std::map<std::pair<std::type_index, qint64>, std::shared_ptr<void>> m_known;
};

} // namespace slipway::twin
