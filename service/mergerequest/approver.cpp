// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/approver.h"

#include "service/configuration/hotconfig.h"
#include "service/contract/checklistcache.h"
#include "shared/config/keytable.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;

namespace {

/// The list that a refusal for the checklist's sake carries; other refusals carry no such code.
std::optional<QJsonObject> listIn(const forge::Outcome &outcome)
{
    const bool isOurs = outcome.kind == forge::Outcome::Kind::Refused && outcome.status == 422
        && outcome.body.value("code"_L1).toString().startsWith("checklist_"_L1);
    const QJsonValue list = outcome.body.value("checklist"_L1);
    return isOurs && list.isObject() ? std::optional(list.toObject()) : std::nullopt;
}

} // namespace

std::unique_ptr<Approver> Approver::of(const Services &services)
{
    const auto config = services.config->snapshot();
    if (!config->enabled(key("approve.withChecklist")))
        return std::make_unique<PlainApprover>(*services.forge);
    return std::make_unique<ChecklistApprover>(*services.forge, *services.checklists,
                                               ChecklistAnswers(config->list(key("approve.checklist.answers"))));
}

Approver::Attempt PlainApprover::approve(forge::Bot bot, const forge::Project &project, MergeRequestIid iid,
                                         const forge::Oid &gatedHead)
{
    Attempt attempt { m_forge.approve(bot, project, iid, gatedHead), {} };
    if (listIn(attempt.outcome))
        attempt.unanswered = u"the project asks for a checklist; set approve.withChecklist and its answers"_s;
    return attempt;
}

ChecklistApprover::ChecklistApprover(forge::Forge &forge, ChecklistCache &cache, ChecklistAnswers answers)
    : m_forge(forge)
    , m_cache(cache)
    , m_answers(std::move(answers))
{
}

Approver::Attempt ChecklistApprover::approve(forge::Bot bot, const forge::Project &project, MergeRequestIid iid,
                                             const forge::Oid &gatedHead)
{
    auto list = m_cache.find(project.path);
    if (!list) {
        list = m_forge.approvalChecklist(project, iid, bot);
        if (list)
            m_cache.keep(project.path, *list);
    }
    // A project that does not show its list may still ask for it: its refusal says what.
    for (int tries = 0;; ++tries) {
        const ChecklistAnswers::Filled filled = list ? m_answers.fill(*list) : ChecklistAnswers::Filled {};
        if (!filled.unanswered.isEmpty() && tries > 0)
            return { {}, filled.unanswered };
        if (filled.unanswered.isEmpty()) {
            Attempt attempt { m_forge.approve(bot, project, iid, gatedHead, filled.checklist), {} };
            const auto asked = listIn(attempt.outcome);
            if (!asked || tries > 0) {
                if (asked)
                    attempt.unanswered = u"the checklist was refused twice: %1"_s.arg(attempt.outcome.text);
                return attempt;
            }
            list = asked;
        } else {
            // What is remembered may be out of date; what the project asks now decides.
            list = m_forge.approvalChecklist(project, iid, bot);
            if (!list)
                return { {}, filled.unanswered };
        }
        m_cache.keep(project.path, *list);
    }
}

} // namespace slipway::mergerequest
