// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/timeline.h"

#include "service/workflow/text.h"
#include "shared/workflow/flow.h"

#include <array>

namespace slipway::intake {
namespace {

/// In the order of Event.
constexpr auto sentences = std::to_array<const char *>({
    QT_TRANSLATE_NOOP("Timeline", "Submitted."),
    QT_TRANSLATE_NOOP("Timeline", "Submitted; approval is being asked for."),
    QT_TRANSLATE_NOOP("Timeline", "Submitted while the service was overloaded; nothing was begun."),
    QT_TRANSLATE_NOOP("Timeline", "Submitted while the service was overloaded; nothing was begun."),
    QT_TRANSLATE_NOOP("Timeline", "Found in the repository and taken over."),
    QT_TRANSLATE_NOOP("Timeline", "The approvers were asked."),
    QT_TRANSLATE_NOOP("Timeline", "The approval system refused the request."),
    QT_TRANSLATE_NOOP("Timeline", "The approval system refused the request."),
    QT_TRANSLATE_NOOP("Timeline", "Whether the approval system received the request is not known; it is asked again."),
    QT_TRANSLATE_NOOP("Timeline", "Approved."),
    QT_TRANSLATE_NOOP("Timeline", "Approved."),
    QT_TRANSLATE_NOOP("Timeline", "Approved; waits for the next batch."),
    QT_TRANSLATE_NOOP("Timeline", "Approved while the service was overloaded."),
    QT_TRANSLATE_NOOP("Timeline", "Approved while the service was overloaded."),
    QT_TRANSLATE_NOOP("Timeline", "Rejected."),
    QT_TRANSLATE_NOOP("Timeline", "Withdrawn."),
    QT_TRANSLATE_NOOP("Timeline", "The approval expired."),
    QT_TRANSLATE_NOOP("Timeline", "The approval ended; the merge request is being closed."),
    QT_TRANSLATE_NOOP("Timeline", "Taken into a batch."),
    QT_TRANSLATE_NOOP("Timeline", "The merge request is open; its checks are running."),
    QT_TRANSLATE_NOOP("Timeline", "The checks passed."),
    QT_TRANSLATE_NOOP("Timeline", "The checks failed."),
    QT_TRANSLATE_NOOP("Timeline", "The checks did not end in time; they are read on."),
    QT_TRANSLATE_NOOP("Timeline", "The change could not be written."),
    QT_TRANSLATE_NOOP("Timeline", "The repository refused the change."),
    QT_TRANSLATE_NOOP("Timeline", "The change conflicts with what is there."),
    QT_TRANSLATE_NOOP("Timeline", "The merge request was refused."),
    QT_TRANSLATE_NOOP("Timeline", "Nothing had to be changed."),
    QT_TRANSLATE_NOOP("Timeline", "Nothing has to be changed; approval is being asked for."),
    QT_TRANSLATE_NOOP("Timeline", "Approval is being asked for."),
    QT_TRANSLATE_NOOP("Timeline", "The review bots were asked to approve."),
    QT_TRANSLATE_NOOP("Timeline", "The review bots approved."),
    QT_TRANSLATE_NOOP("Timeline", "A review bot could not approve."),
    QT_TRANSLATE_NOOP("Timeline", "Other changes landed first; it is being brought up to date."),
    QT_TRANSLATE_NOOP("Timeline", "It was brought up to date; the checks run again."),
    QT_TRANSLATE_NOOP("Timeline", "The checks passed again."),
    QT_TRANSLATE_NOOP("Timeline", "It conflicts with changes that landed first."),
    QT_TRANSLATE_NOOP("Timeline", "Whether it was brought up to date is not known; it is read again."),
    QT_TRANSLATE_NOOP("Timeline", "The merge was sent."),
    QT_TRANSLATE_NOOP("Timeline", "The merge was refused."),
    QT_TRANSLATE_NOOP("Timeline", "Whether it was merged is not known; it is read again."),
    QT_TRANSLATE_NOOP("Timeline", "The last action had not taken effect; it is done again."),
    QT_TRANSLATE_NOOP("Timeline", "The review bots' approvals were lost; they are given again."),
    QT_TRANSLATE_NOOP("Timeline", "Other changes landed first too often."),
    QT_TRANSLATE_NOOP("Timeline", "Somebody else changed the branch."),
    QT_TRANSLATE_NOOP("Timeline", "Somebody closed the merge request."),
    QT_TRANSLATE_NOOP("Timeline", "It landed."),
    QT_TRANSLATE_NOOP("Timeline", "It was deployed."),
    QT_TRANSLATE_NOOP("Timeline", "The deployment failed."),
    QT_TRANSLATE_NOOP("Timeline", "Nothing proved the deployment in time."),
    QT_TRANSLATE_NOOP("Timeline", "A maintainer had the approval asked for again."),
    QT_TRANSLATE_NOOP("Timeline", "A maintainer had it closed again."),
    QT_TRANSLATE_NOOP("Timeline", "A maintainer had it begun again."),
    QT_TRANSLATE_NOOP("Timeline", "A maintainer put it back in line."),
    QT_TRANSLATE_NOOP("Timeline", "A maintainer had it go on."),
    QT_TRANSLATE_NOOP("Timeline", "It is being closed."),
    QT_TRANSLATE_NOOP("Timeline", "Closed."),
    QT_TRANSLATE_NOOP("Timeline", "It could not be closed."),
    QT_TRANSLATE_NOOP("Timeline", "Its batch did not land; it is back in line."),
    QT_TRANSLATE_NOOP("Timeline", "Its batch failed before it could be checked."),
    QT_TRANSLATE_NOOP("Timeline", "Its batch failed."),
    QT_TRANSLATE_NOOP("Timeline", "It left before it landed."),
    QT_TRANSLATE_NOOP("Timeline", "It was found to have landed after all."),
});
static_assert(sentences.size() == size_t(workflow::Event::Count), "an event lacks its sentence");

} // namespace

const char *sentenceOf(workflow::Event event) { return event < workflow::Event::Count ? sentences[size_t(event)] : nullptr; }

QString timelineText(const QString &event, bool isInferred, Language language)
{
    if (isInferred)
        return translated(
            language, "Timeline",
            QT_TRANSLATE_NOOP("Timeline", "Deployed: inferred, because a change that landed later was deployed."));
    const QByteArray name = event.toLatin1();
    const auto known = workflow::named<workflow::Event>(workflow::eventNames, workflow::view(name));
    return known ? translated(language, "Timeline", sentenceOf(*known)) : event;
}

} // namespace slipway::intake
