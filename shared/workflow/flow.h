// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace slipway::workflow {

/// The order of stages an attempt follows; fixed when it is submitted, so that a switch never redirects what is in flight.
enum class Flow : quint8 {
    MergeRequestFirst, ///< Merge request, pipeline, then approval.
    Single, ///< Approval, then a merge request of its own.
    Batched, ///< Approval, then a place in the next batch.
};
inline constexpr auto flowNames = std::to_array<std::string_view>({ "mr_first", "single", "batched" });

/// What a request wants: the subject bound to the target (with these parameters), or no longer.
enum class RequestKind : quint8 { Bind, Unbind };
inline constexpr auto kindNames = std::to_array<std::string_view>({ "bind", "unbind" });

/// Who or what moved a state; stands in every history row.
enum class Cause : quint8 { User, Approval, Engine, Deploy, Reconcile, Operator, Sweeper };
inline constexpr auto causeNames =
    std::to_array<std::string_view>({ "USER", "APPROVAL", "ENGINE", "DEPLOY", "RECONCILE", "OPERATOR", "SWEEPER" });

constexpr std::string_view nameOf(Flow flow) { return flowNames[size_t(flow)]; }
constexpr std::string_view nameOf(RequestKind kind) { return kindNames[size_t(kind)]; }
constexpr std::string_view nameOf(Cause cause) { return causeNames[size_t(cause)]; }

/// The value of \a Enum whose name stands at that place of \a names.
template <class Enum, size_t N>
constexpr std::optional<Enum> named(const std::array<std::string_view, N> &names, std::string_view name)
{
    const auto row = std::ranges::find(names, name);
    if (row == names.end())
        return std::nullopt;
    return Enum(row - names.begin());
}

} // namespace slipway::workflow
