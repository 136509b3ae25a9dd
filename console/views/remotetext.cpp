// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/remotetext.h"

#include "console/models/wording.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

QString inRemote(const char *text) { return QCoreApplication::translate("Remote", text); }

QString yesOrNo(std::optional<bool> fact)
{
    if (!fact)
        return inRemote(QT_TRANSLATE_NOOP("Remote", "not known"));
    return *fact ? inRemote(QT_TRANSLATE_NOOP("Remote", "yes")) : inRemote(QT_TRANSLATE_NOOP("Remote", "no"));
}

} // namespace

QString textOf(const std::optional<protocol::RemoteReading> &remote, const std::optional<protocol::MergeRequest> &mergeRequest)
{
    QStringList lines;
    const auto add = [&](const char *name, const QString &value) {
        if (!value.isEmpty())
            lines.append(inRemote(name) + u": "_s + value);
    };
    if (mergeRequest)
        add(QT_TRANSLATE_NOOP("Remote", "Address"),
            mergeRequest->url.value_or(u"%1!%2"_s.arg(mergeRequest->project).arg(mergeRequest->iid.value())));
    if (!remote) {
        lines.append(
            inRemote(QT_TRANSLATE_NOOP("Remote", "Nobody has recorded a reading of it yet. \"Check Again\" makes one.")));
        return lines.join(u'\n');
    }
    if (remote->readAt)
        add(QT_TRANSLATE_NOOP("Remote", "Last read"), u"%1 (%2)"_s.arg(localTime(*remote->readAt), remote->readBy));
    add(QT_TRANSLATE_NOOP("Remote", "State"), wordFor(remote->state));
    add(QT_TRANSLATE_NOOP("Remote", "GitLab's word"), remote->detailedStatus);
    add(QT_TRANSLATE_NOOP("Remote", "Conflicts"), yesOrNo(remote->hasConflicts));
    add(QT_TRANSLATE_NOOP("Remote", "Head"), remote->head);
    add(QT_TRANSLATE_NOOP("Remote", "Merge commit"), remote->mergeCommit);
    add(QT_TRANSLATE_NOOP("Remote", "By"), remote->by);
    add(QT_TRANSLATE_NOOP("Remote", "Target's head"), remote->targetHead);
    add(QT_TRANSLATE_NOOP("Remote", "Target has moved"), yesOrNo(remote->isTargetMoved));
    for (const protocol::PipelineView &pipeline : remote->pipelines)
        add(QT_TRANSLATE_NOOP("Remote", "Pipeline"),
            u"%1: %2 (%3, %4)"_s.arg(pipeline.id).arg(wordFor(pipeline.status), pipeline.source, pipeline.sha.left(12)));
    add(QT_TRANSLATE_NOOP("Remote", "Approved by"), remote->approvedBy.join(u", "_s));
    for (const protocol::BotApproval &bot : remote->bots)
        add(QT_TRANSLATE_NOOP("Remote", "Bot"),
            inRemote(QT_TRANSLATE_NOOP("Remote", "%1: has approved %2, may approve %3"))
                .arg(bot.bot, yesOrNo(bot.hasApproved), yesOrNo(bot.mayApprove)));
    return lines.join(u'\n');
}

} // namespace slipway::console
