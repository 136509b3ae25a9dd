// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/request.h"
#include "service/contract/services.h"
#include "shared/catalogue/catalogue.h"

namespace slipway::intake {

/// The person a handler works for, and how far they see.
struct Reader {
    QString account;
    bool mayReadAll = false;

    /// Throws Error(Unauthenticated) where nobody is signed in.
    static Reader of(const Request &request);
};

/// Whether a request about \a subject by \a requester exists for this person: requester, subject, approvers of the
/// target, ops.read. \a target is null when the catalogue does not know it any more.
bool mayRead(const Reader &reader, const QString &requester, const SubjectId &subject, const catalogue::Target *target);

/// The catalogue in force; null when none was ever valid.
std::shared_ptr<const catalogue::Catalogue> catalogueOf(const Services &services);

} // namespace slipway::intake
