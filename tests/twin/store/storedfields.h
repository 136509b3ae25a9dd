// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <tuple>

namespace slipway::twin {

/// One field of an entity that is kept over a restart, and its name in the store.
template <class Entity, class Member>
struct Kept {
    using Type = Member;
    const char *name;
    Member Entity::*member;
};

/// One field that is not kept in the entity's own row: it is kept elsewhere, or found again at the start.
template <class Entity, class Member>
struct NotKept {
    using Type = Member;
    Member Entity::*member;
};

/// The list of an entity's fields, written once and used for storing and for reading. Specialised right below each
/// entity with `fields`, a tuple of Kept and NotKept, and for entities that have rows of their own with `table`.
/// A new field of an entity needs one line in its list; without it the build fails (allFieldsListed).
/// A field that an older row does not have keeps its default; a field whose meaning changes needs a new Store::format.
template <class Entity>
struct Stored;

template <class Entity>
concept HasFields = requires
{
    Stored<Entity>::fields;
};

namespace detail {

struct AnyValue {
    template <class T>
    operator T() const;
};

/// Apart, because std::optional would take an AnyValue in two ways.
struct AnyOptional {
    template <class T>
    operator std::optional<T>() const;
};

/// How many values an aggregate can be made of: the number of its fields.
template <class Entity, class... Given>
constexpr std::size_t countFields()
{
    if constexpr (requires { Entity { Given {}..., AnyValue {} }; })
        return countFields<Entity, Given..., AnyValue>();
    else if constexpr (requires { Entity { Given {}..., AnyOptional {} }; })
        return countFields<Entity, Given..., AnyOptional>();
    else
        return sizeof...(Given);
}

} // namespace detail

template <class Entity>
constexpr bool allFieldsListed()
{
    return detail::countFields<Entity>() == std::tuple_size_v<decltype(Stored<Entity>::fields)>;
}

} // namespace slipway::twin
