// SPDX-License-Identifier: GPL-3.0-only
#include "service/batching/batchbuild.h"

#include "service/contract/committext.h"
#include "service/workflow/text.h"
#include "sql/batching.h"

namespace slipway::batching {

using namespace Qt::StringLiterals;
using workflow::Event;

namespace {

std::vector<Member> membersOf(StepContext &context)
{
    const workflow::LandingRow &row = context.row();
    if (row.batch)
        return context.database().select<Member>(sql::batching::members, { { "batch", row.batch->value() } });
    return context.database().select<Member>(sql::batching::single_member, { { "operation", row.operation.value() } });
}

QString titleOf(const workflow::LandingRow &row, const std::vector<Member> &members)
{
    if (row.batch)
        return batchTitle(int(members.size()), *row.batch);
    const Member &only = members.front();
    return singleTitle(workflow::text(nameOf(only.kind)), only.subject.value(), only.target.value(), only.operation.value());
}

} // namespace

BatchContent contentOn(StepContext &context, const forge::Project &project, const forge::Oid &base)
{
    const auto catalogue = context.services().targets();
    BatchContent content;
    std::vector<std::pair<Member, MemberContent>> rendered;
    QStringList paths;
    for (Member &member : membersOf(context)) {
        if (member.leaves) {
            content.leaving.push_back(
                { member.operation, Event::LeftBeforeLanding, u"withdrawn or expired before it landed"_s });
            continue;
        }
        try {
            MemberContent file = contentOf(*catalogue, member);
            paths.append(file.path);
            rendered.emplace_back(std::move(member), std::move(file));
        } catch (const Error &error) {
            content.ejected.push_back({ member.operation, Event::CreateFailed, error.detail() });
        }
    }
    const auto standing = context.services().forge->readFiles(project, base, paths);
    for (auto &[member, file] : rendered) {
        const auto found = standing.constFind(file.path);
        const auto present = found == standing.constEnd() ? std::nullopt : std::optional(*found);
        switch (fitOf(file, present)) {
        case Fit::ChangedByHand:
            content.ejected.push_back(
                { member.operation, Event::CreateConflict, u"%1 is not what Slipway wrote there"_s.arg(file.path) });
            continue;
        case Fit::AlreadyEffective: content.alreadyEffective.push_back(member.operation); break;
        case Fit::Changes: content.changes.insert(file.path, file.wanted); break;
        }
        ++content.members;
    }
    return content;
}

QString commitMessage(StepContext &context)
{
    const auto members = membersOf(context);
    const workflow::LandingRow &row = context.row();
    QString message = titleOf(row, members) + u"\n\n"_s;
    for (const Member &member : members) {
        message += memberLine(workflow::text(nameOf(member.kind)), member.subject.value(), member.target.value(),
                              member.requester, member.operation.value())
            + u'\n';
    }
    return message + u'\n' + markerOf(row) + u'\n';
}

bool eject(StepContext &context, const std::vector<workflow::Leaving> &leaving)
{
    return context.release("batch.ejected", leaving);
}

} // namespace slipway::batching
