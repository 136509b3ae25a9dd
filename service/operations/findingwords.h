// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/language.h"

#include <array>

namespace slipway::operations {

/// What the statements of sql/invariants say is wrong, translated by context "Finding". One that says more than its words stands first.
// clang-format off
inline constexpr auto invariantSentences = std::to_array<const char *>({
    QT_TRANSLATE_NOOP("Finding", "%1 active batches"),
    QT_TRANSLATE_NOOP("Finding", "active_slot does not follow status"),
    QT_TRANSLATE_NOOP("Finding", "member of %1 active or succeeded batches"),
    QT_TRANSLATE_NOOP("Finding", "claimed by batch %1 without a history entry"),
    QT_TRANSLATE_NOOP("Finding", "still held by batch %1, which is failed or absent"),
    QT_TRANSLATE_NOOP("Finding", "its waiting row and its operation name different batches"),
    QT_TRANSLATE_NOOP("Finding", "%1 waiting rows"),
    QT_TRANSLATE_NOOP("Finding", "waits for a batch while it stands in %1"),
    QT_TRANSLATE_NOOP("Finding", "QUEUED without a waiting row"),
    QT_TRANSLATE_NOOP("Finding", "%1 binding rows"),
    QT_TRANSLATE_NOOP("Finding", "its operation is missing or speaks of something else"),
    QT_TRANSLATE_NOOP("Finding", "shows %1 while its binding shows %2"),
    QT_TRANSLATE_NOOP("Finding", "history version %1 was written after %2"),
    QT_TRANSLATE_NOOP("Finding", "version %1 is behind its history"),
    QT_TRANSLATE_NOOP("Finding", "stands in %1/%2 and nothing will move it"),
    QT_TRANSLATE_NOOP("Finding", "RUNNING without a task"),
    QT_TRANSLATE_NOOP("Finding", "history row %1 does not begin where the row before it ended"),
    QT_TRANSLATE_NOOP("Finding", "history ends in %1/%2, not in %3/%4"),
    QT_TRANSLATE_NOOP("Finding", "has no history"),
    QT_TRANSLATE_NOOP("Finding", "never had a member"),
    QT_TRANSLATE_NOOP("Finding", "stands in %1 while batch %2 is %3"),
    QT_TRANSLATE_NOOP("Finding", "has not landed although batch %1 succeeded"),
    QT_TRANSLATE_NOOP("Finding", "%1 batches share it"),
    QT_TRANSLATE_NOOP("Finding", "%1 single requests share it"),
    QT_TRANSLATE_NOOP("Finding", "names another merge request than its batch %1"),
    QT_TRANSLATE_NOOP("Finding", "%1 pending approvals"),
    QT_TRANSLATE_NOOP("Finding", "FAILED although its merge request was merged"),
    QT_TRANSLATE_NOOP("Finding", "VALIDATED without ever having been MERGED"),
    QT_TRANSLATE_NOOP("Finding", "landed, but its binding does not hold it as effective"),
    QT_TRANSLATE_NOOP("Finding", "was removed, but its binding still holds something as effective"),
    QT_TRANSLATE_NOOP("Finding", "became %1 %2 times"),
    QT_TRANSLATE_NOOP("Finding", "succeeded %1 times"),
    QT_TRANSLATE_NOOP("Finding", "audit row %1 breaks the chain"),
    QT_TRANSLATE_NOOP("Finding", "%1 although its merge request was merged"),
});
// clang-format on

/// A finding's detail as the database keeps it, in the reader's language. As it stands when none of our sentences makes it, such as
/// one of another version. Thread-safe.
QString detailInWords(const QString &detail, Language language);

} // namespace slipway::operations
