// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/readers.h"

#include "shared/error.h"

using namespace Qt::StringLiterals;

namespace slipway::intake {

Reader Reader::of(const Request &request)
{
    if (!request.identity || request.identity->account.isEmpty())
        throw Error(Code::Unauthenticated, u"a route that needs an identity was reached without one"_s);
    return { request.identity->account, request.mayReadAll };
}

bool mayRead(const Reader &reader, const QString &requester, const SubjectId &subject, const catalogue::Target *target)
{
    return reader.mayReadAll || requester == reader.account || subject.value() == reader.account
        || (target && target->approval.approvers.contains(reader.account));
}

std::shared_ptr<const catalogue::Catalogue> catalogueOf(const Services &services)
{
    return services.targets ? services.targets() : nullptr;
}

} // namespace slipway::intake
