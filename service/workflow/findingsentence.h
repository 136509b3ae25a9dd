// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QStringList>
#include <QtGlobal>

#include <array>

namespace slipway::workflow {

/// What findings say in their detail, apart from those of the statements in sql/invariants.
enum class FindingSentence : quint8 {
    GrantEnding,
    Overdue,
    TreeMismatch,
    MergedAfterFailure,
    MergedAfterEnd,
    UnreadableCallback,
    HooksSilent,
    TokenRefused,
    TokenExpiring,
    ForeignApproval,
    Count
};

/// The one list of them, translated by context "Finding". Each names its arguments once and in order.
// clang-format off
inline constexpr auto findingSentences = std::to_array<const char *>({
    QT_TRANSLATE_NOOP("Finding", "%1 for %2, asked for by %3, ends at %4 and is removed then unless it is renewed"),
    QT_TRANSLATE_NOOP("Finding", "step %1 took longer than %2 ms"),
    QT_TRANSLATE_NOOP("Finding", "what landed (%1) is not what was validated (%2)"),
    QT_TRANSLATE_NOOP("Finding", "merged as %1 by %2 after it had failed"),
    QT_TRANSLATE_NOOP("Finding", "merged as %1 by %2 after it had ended here"),
    QT_TRANSLATE_NOOP("Finding", "a signed callback could not be read and was refused: %1 (trace %2)"),
    QT_TRANSLATE_NOOP("Finding", "%1 landed since %2 UTC and GitLab sent no hook; what waits is found by asking, only later. Look at the project's webhook: is it there, switched on, with merge request and pipeline events and the right secret token?"),
    QT_TRANSLATE_NOOP("Finding", "GitLab refuses it since %1; no new batch begins until it is rotated"),
    QT_TRANSLATE_NOOP("Finding", "it ends at %1"),
    QT_TRANSLATE_NOOP("Finding", "a decision names !%1, which is not its merge request"),
});
// clang-format on
static_assert(findingSentences.size() == size_t(FindingSentence::Count), "a sentence has no name, or a name no sentence");

/// \a sentence in English with its arguments, as the database keeps it.
QString detailOf(FindingSentence sentence, const QStringList &arguments);

} // namespace slipway::workflow
