// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/description.h"

#include "service/contract/committext.h"
#include "sql/mergerequest.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;

namespace {

struct MemberLine {
    QString text;
    static MemberLine read(const database::Row &row)
    {
        return { memberLine(row.text("kind"), row.text("subject_id"), row.text("target_key"), row.text("requester"),
                            row.text("operation_id")) };
    }
};

} // namespace

Description describe(StepContext &context, const QString &marker)
{
    const auto members =
        context.database().select<MemberLine>(sql::mergerequest::member_lines, { { "batch", context.batch().id.value() } });
    QString body = u"These change requests were approved and are landed together by Slipway.\n\n"_s;
    for (const MemberLine &member : members)
        body += member.text + u'\n';
    body += u'\n' + marker + u'\n';
    return { batchTitle(int(members.size()), context.batch().id), body };
}

} // namespace slipway::mergerequest
