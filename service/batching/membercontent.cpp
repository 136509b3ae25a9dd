// SPDX-License-Identifier: GPL-3.0-only
#include "service/batching/membercontent.h"

#include "service/workflow/text.h"
#include "shared/catalogue/rendering.h"
#include "shared/error.h"

namespace slipway::batching {

Member Member::read(const database::Row &row)
{
    const auto kind = workflow::named<workflow::RequestKind>(workflow::kindNames, workflow::view(row.bytes("kind")));
    if (!kind)
        throw Error(Code::InternalError, QStringLiteral("an operation is of a kind this version does not know"));
    return {
        .operation = row.id<OperationId>("operation_id"),
        .subject = row.id<SubjectId>("subject_id"),
        .target = row.id<TargetKey>("target_key"),
        .requester = row.text("requester"),
        .kind = *kind,
        .parameters = row.json("params"),
        .expiresAt = row.maybeInstant("expires_at"),
        .leaves = row.flag("leaves"),
        .isInForce = !row.isNull("effective_operation_id"),
        .effectiveParameters = row.json("effective_params"),
        .effectiveExpiresAt = row.maybeInstant("effective_expires_at"),
    };
}

MemberContent contentOf(const catalogue::Catalogue &catalogue, const Member &member)
{
    const catalogue::Target *target = catalogue.find(member.target);
    if (!target)
        throw Error(Code::ValidationFailed,
                    QStringLiteral("the catalogue no longer has the target '%1'").arg(member.target.value()));
    MemberContent content;
    content.path = catalogue.pathFor(*target, member.subject);
    if (member.isInForce) {
        content.inForce = catalogue::render(*target, member.subject, workflow::RequestKind::Bind, member.effectiveParameters,
                                            member.effectiveExpiresAt);
    }
    content.wanted = catalogue::render(*target, member.subject, member.kind, member.parameters, member.expiresAt);
    return content;
}

Fit fitOf(const MemberContent &content, const std::optional<QByteArray> &standing)
{
    if (standing == content.wanted)
        return Fit::AlreadyEffective;
    return standing == content.inForce ? Fit::Changes : Fit::ChangedByHand;
}

} // namespace slipway::batching
