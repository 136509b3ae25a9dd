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
        try {
            MemberContent file = contentOf(*catalogue, member);
            paths.append(file.path);
            rendered.emplace_back(std::move(member), std::move(file));
        } catch (const Error &error) {
            content.ejected.push_back({ std::move(member), Event::CreateFailed, error.detail() });
        }
    }
    const auto standing = context.services().forge->readFiles(project, base, paths);
    for (auto &[member, file] : rendered) {
        const auto found = standing.constFind(file.path);
        const auto present = found == standing.constEnd() ? std::nullopt : std::optional(*found);
        switch (fitOf(file, present)) {
        case Fit::ChangedByHand:
            content.ejected.push_back(
                { member, Event::CreateConflict, u"%1 is not what Slipway wrote there"_s.arg(file.path) });
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

bool eject(StepContext &context, const std::vector<Ejected> &ejected)
{
    const workflow::BatchRow &batch = context.batch();
    return context.advanceBatch(
        "batch.ejected",
        { .to = { .message = u"%1 members left before the commit"_s.arg(ejected.size()) },
          .event = std::nullopt,
          .because = { workflow::Cause::Engine, {} },
          .also = [&](database::Transaction &transaction) {
              for (const Ejected &each : ejected) {
                  const database::Bindings one { { "operation", each.member.operation.value() } };
                  transaction.affect(sql::batching::record_ejected, one);
                  transaction.affect(sql::batching::delete_waiting, one);
                  const auto moved = context.progress().states().move(transaction, each.member.operation, each.event,
                                                                      { workflow::Cause::Engine, {}, each.reason });
                  if (moved != workflow::Moved::Flipped)
                      throw Error(Code::InternalError,
                                  u"member %1 could not leave its batch"_s.arg(each.member.operation.value()));
                  transaction.affect(sql::batching::leave_batch,
                                     { { "code", workflow::text(nameOf(each.event)) },
                                       { "detail", each.reason },
                                       { "operation", each.member.operation.value() } });
              }
              transaction.affect(sql::batching::recount_members,
                                 { { "batch", batch.id.value() }, { "same_batch", batch.id.value() } });
          } });
}

} // namespace slipway::batching
