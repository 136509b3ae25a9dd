// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/forge/forge.h"
#include "service/mergerequest/checklistanswers.h"

#include <memory>

namespace slipway::mergerequest {

/// How one bot's approval of one head is sent: plainly, or with the answers to the project's checklist. Both fail in the same words, so
/// that the step that uses them does not know which is in force. At most one approval takes effect per call; it decides nothing about a
/// refusal. For worker threads.
class Approver {
public:
    struct Attempt {
        forge::Outcome outcome;
        QString unanswered; ///< Nothing was sent, or it was refused, for want of this answer.
    };

    virtual ~Approver() = default;
    virtual Attempt approve(forge::Bot bot, const forge::Project &project, MergeRequestIid iid,
                            const forge::Oid &gatedHead) = 0;

    /// By the switch of this moment (`approve.withChecklist`).
    static std::unique_ptr<Approver> of(const Services &services);
};

class PlainApprover : public Approver {
public:
    explicit PlainApprover(forge::Forge &forge)
        : m_forge(forge)
    {
    }
    Attempt approve(forge::Bot bot, const forge::Project &project, MergeRequestIid iid, const forge::Oid &gatedHead) override;

private:
    forge::Forge &m_forge;
};

/// Reads the list from upstream once per project, and again from the body of a refusal: what is asked may have changed since, and where
/// it is bound to the head it does so with every push. Repaired and sent once more, never twice.
class ChecklistApprover : public Approver {
public:
    ChecklistApprover(forge::Forge &forge, ChecklistCache &cache, ChecklistAnswers answers);
    Attempt approve(forge::Bot bot, const forge::Project &project, MergeRequestIid iid, const forge::Oid &gatedHead) override;

private:
    forge::Forge &m_forge;
    ChecklistCache &m_cache;
    ChecklistAnswers m_answers;
};

} // namespace slipway::mergerequest
