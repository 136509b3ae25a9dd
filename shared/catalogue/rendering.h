// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/catalogue/target.h"
#include "shared/instant.h"
#include "shared/workflow/flow.h"

#include <QByteArray>

namespace slipway::catalogue {

/// First line of every YAML file, so that whoever opens it knows.
inline constexpr QByteArrayView managedHead("# managed by Slipway; a change made by hand is refused\n");

/// The bytes the repository holds for this binding, or nothing when the file must not be there (unbind). Canonical: the
/// same binding always renders to the same bytes, on every instance, so equal bytes mean "nothing to do" and different
/// ones mean "changed by hand". It carries subject and target, because a shortened file name cannot be read back. \a
/// parameters must have passed validateParameters().
std::optional<QByteArray> render(const Target &target, const SubjectId &subject, workflow::RequestKind kind,
                                 const QJsonObject &parameters, std::optional<Instant> expiresAt);

/// What a rendered file says.
struct Document {
    SubjectId subject;
    TargetKey target;
    std::optional<Instant> expiresAt;
    QJsonObject entry;
};
/// The way back. Reads only what render() writes: a file edited into any other shape is nothing.
std::optional<Document> readBack(const QByteArray &bytes, Format format);

/// The entry's template with the typed parameters in place: a text that is exactly "{name}" becomes the parameter; an
/// optional one that was not given takes its key (or its place in a list) away.
QJsonObject filledEntry(const Target &target, const SubjectId &subject, const QJsonObject &parameters);

/// The parameters from which filledEntry() makes this entry; nothing where the template cannot make it. Whether they are allowed is for
/// validateParameters() to say.
std::optional<QJsonObject> parametersIn(const Target &target, const SubjectId &subject, const QJsonObject &entry);

/// Names of the placeholders in an entry's template, in no order.
QStringList placeholdersOf(const QJsonValue &entry);

} // namespace slipway::catalogue
