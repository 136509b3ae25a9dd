// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QHashFunctions>
#include <QString>

#include <compare>
#include <utility>

namespace slipway {

/// One identifier type per thing, so that the compiler refuses to hand a batch id to something that wants a merge request.
/// Carries a value and nothing else: it neither validates nor formats (validation is the business of who lets text in).
template <class Tag, class Rep>
class Id {
public:
    using Value = Rep;

    Id() = default;
    explicit Id(Rep value)
        : m_value(std::move(value))
    {
    }

    const Rep &value() const { return m_value; }

    friend bool operator==(const Id &a, const Id &b) { return a.m_value == b.m_value; }
    friend bool operator<(const Id &a, const Id &b) { return a.m_value < b.m_value; }
    friend size_t qHash(const Id &id, size_t seed = 0) { return ::qHash(id.m_value, seed); }

private:
    Rep m_value {};
};

/// Chosen by the caller or derived by the server; 8 to 36 of [A-Za-z0-9_-].
using OperationId = Id<struct OperationIdTag, QString>;
/// What something is granted to; up to 128 characters of any script, NFC.
using SubjectId = Id<struct SubjectIdTag, QString>;
/// An entry of the target catalogue; up to 128 characters.
using TargetKey = Id<struct TargetKeyTag, QString>;
/// The repository and branch a target lives in.
using PartitionKey = Id<struct PartitionKeyTag, QString>;
/// Ascending with gaps: a lost race for the slot burns a number.
using BatchId = Id<struct BatchIdTag, qint64>;
/// The per-project number of a merge request, never GitLab's global id.
using MergeRequestIid = Id<struct MergeRequestIidTag, qint64>;
/// One running service process; new at each start.
using InstanceId = Id<struct InstanceIdTag, QString>;

} // namespace slipway
