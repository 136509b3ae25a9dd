// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/description.h"

#include "service/contract/committext.h"
#include "sql/mergerequest.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;

namespace {

struct MemberText {
    QString title; ///< For one request on its own.
    QString line;

    static MemberText read(const database::Row &row)
    {
        const QString kind = row.text("kind");
        const QString subject = row.text("subject_id");
        const QString target = row.text("target_key");
        const QString operation = row.text("operation_id");
        return { singleTitle(kind, subject, target, operation),
                 memberLine(kind, subject, target, row.text("requester"), operation) };
    }
};

std::vector<MemberText> membersOf(StepContext &context)
{
    const workflow::LandingRow &row = context.row();
    if (row.batch)
        return context.database().select<MemberText>(sql::mergerequest::member_lines, { { "batch", row.batch->value() } });
    return context.database().select<MemberText>(sql::mergerequest::single_line, { { "operation", row.operation.value() } });
}

} // namespace

Description describe(StepContext &context)
{
    const workflow::LandingRow &row = context.row();
    const auto members = membersOf(context);
    QString body = row.needsApproval ? u"Slipway proposes this change; it lands when it was approved.\n\n"_s
                                     : u"These change requests were approved and are landed together by Slipway.\n\n"_s;
    for (const MemberText &member : members)
        body += member.line + u'\n';
    body += u'\n' + markerOf(row) + u'\n';
    if (row.batch)
        return { batchTitle(int(members.size()), *row.batch), body };
    return { members.empty() ? row.operation.value() : members.front().title, body };
}

} // namespace slipway::mergerequest
