// SPDX-License-Identifier: GPL-3.0-only
#include "console/models/wording.h"

#include "console/actions/actioncatalogue.h"
#include "console/models/workwords.h"
#include "shared/workflow/state.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>
#include <QTimeZone>

#include <array>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

struct Word {
    QLatin1StringView code;
    const char *text;
    Tone tone = Tone::Neutral;
};

// clang-format off
constexpr auto wordTable = std::to_array<Word>({
    // Batches and their phases.
    { "RUNNING"_L1, QT_TRANSLATE_NOOP("Words", "Running"), Tone::Busy },
    { "SUCCEEDED"_L1, QT_TRANSLATE_NOOP("Words", "Succeeded"), Tone::Good },
    { "FAILED"_L1, QT_TRANSLATE_NOOP("Words", "Failed"), Tone::Bad },
    { "BLOCKED"_L1, QT_TRANSLATE_NOOP("Words", "Blocked"), Tone::Bad },
    { "CLAIMED"_L1, QT_TRANSLATE_NOOP("Words", "Claimed"), Tone::Busy },
    { "BUILDING"_L1, QT_TRANSLATE_NOOP("Words", "Building"), Tone::Busy },
    { "PIPELINE"_L1, QT_TRANSLATE_NOOP("Words", "Pipeline"), Tone::Busy },
    { "APPROVING"_L1, QT_TRANSLATE_NOOP("Words", "Approving"), Tone::Busy },
    { "REBASING"_L1, QT_TRANSLATE_NOOP("Words", "Rebasing"), Tone::Busy },
    { "REVALIDATING"_L1, QT_TRANSLATE_NOOP("Words", "Revalidating"), Tone::Busy },
    { "MERGING"_L1, QT_TRANSLATE_NOOP("Words", "Merging"), Tone::Busy },
    { "VERIFY"_L1, QT_TRANSLATE_NOOP("Words", "Verifying"), Tone::Busy },
    { "SETTLING"_L1, QT_TRANSLATE_NOOP("Words", "Settling"), Tone::Busy },
    // Requests.
    { "APPROVAL_SENDING"_L1, QT_TRANSLATE_NOOP("Words", "Sending for approval"), Tone::Busy },
    { "APPROVAL_SENT"_L1, QT_TRANSLATE_NOOP("Words", "Awaiting approval"), Tone::Waiting },
    { "QUEUED"_L1, QT_TRANSLATE_NOOP("Words", "Queued"), Tone::Waiting },
    { "MR_CREATING"_L1, QT_TRANSLATE_NOOP("Words", "Creating merge request"), Tone::Busy },
    { "MR_CREATED"_L1, QT_TRANSLATE_NOOP("Words", "Merge request open"), Tone::Busy },
    { "MERGED"_L1, QT_TRANSLATE_NOOP("Words", "Merged"), Tone::Good },
    { "VALIDATED"_L1, QT_TRANSLATE_NOOP("Words", "Validated"), Tone::Good },
    { "CREATE_FAILED"_L1, QT_TRANSLATE_NOOP("Words", "Creating failed"), Tone::Bad },
    { "HANDLE_FAILED"_L1, QT_TRANSLATE_NOOP("Words", "Handling failed"), Tone::Bad },
    { "REJECTED"_L1, QT_TRANSLATE_NOOP("Words", "Rejected"), Tone::Neutral },
    { "CLOSED"_L1, QT_TRANSLATE_NOOP("Words", "Closed"), Tone::Neutral },
    { "bind"_L1, QT_TRANSLATE_NOOP("Words", "bind") },
    { "unbind"_L1, QT_TRANSLATE_NOOP("Words", "unbind") },
    // Plans and results.
    { "WOULD_DO"_L1, QT_TRANSLATE_NOOP("Words", "Would be done"), Tone::Busy },
    { "ALREADY_FINE"_L1, QT_TRANSLATE_NOOP("Words", "Already fine"), Tone::Good },
    { "REFUSED"_L1, QT_TRANSLATE_NOOP("Words", "Refused"), Tone::Bad },
    { "PREEMPTED"_L1, QT_TRANSLATE_NOOP("Words", "Changed meanwhile"), Tone::Waiting },
    { "DONE"_L1, QT_TRANSLATE_NOOP("Words", "Done"), Tone::Good },
    { "STARTED"_L1, QT_TRANSLATE_NOOP("Words", "Started"), Tone::Good },
    { "AWAITING_SECOND"_L1, QT_TRANSLATE_NOOP("Words", "Awaits a second person"), Tone::Waiting },
    { "EXPIRED"_L1, QT_TRANSLATE_NOOP("Words", "Expired"), Tone::Neutral },
    { "PLAN_CHANGED"_L1, QT_TRANSLATE_NOOP("Words", "Plan changed"), Tone::Waiting },
    { "PLANNING"_L1, QT_TRANSLATE_NOOP("Words", "Looking"), Tone::Busy },
    { "PENDING"_L1, QT_TRANSLATE_NOOP("Words", "Not begun"), Tone::Neutral },
    { "SENDING"_L1, QT_TRANSLATE_NOOP("Words", "Under way"), Tone::Busy },
    { "UNKNOWN"_L1, QT_TRANSLATE_NOOP("Words", "Outcome unknown"), Tone::Waiting },
    { "CANCELLED"_L1, QT_TRANSLATE_NOOP("Words", "Cancelled"), Tone::Neutral },
    // Why it waits.
    { "WAITING_APPROVAL"_L1, QT_TRANSLATE_NOOP("Words", "Waits for approval"), Tone::Waiting },
    { "WAITING_SLOT"_L1, QT_TRANSLATE_NOOP("Words", "Waits for the slot"), Tone::Waiting },
    { "WAITING_ROUND"_L1, QT_TRANSLATE_NOOP("Words", "Waits for the next round"), Tone::Waiting },
    { "PARTITION_PAUSED"_L1, QT_TRANSLATE_NOOP("Words", "Partition is closed"), Tone::Waiting },
    { "QUARANTINED"_L1, QT_TRANSLATE_NOOP("Words", "Tried alone next"), Tone::Waiting },
    { "RUNNING_SLOW"_L1, QT_TRANSLATE_NOOP("Words", "Still working"), Tone::Busy },
    { "RUNNING_ORPHANED"_L1, QT_TRANSLATE_NOOP("Words", "Its process died"), Tone::Bad },
    { "PIPELINE_UNKNOWN"_L1, QT_TRANSLATE_NOOP("Words", "Pipeline's outcome unknown"), Tone::Waiting },
    { "REMOTE_UNKNOWN"_L1, QT_TRANSLATE_NOOP("Words", "GitLab's answer unknown"), Tone::Waiting },
    { "WAITING_GATE"_L1, QT_TRANSLATE_NOOP("Words", "Waits for the merge gate"), Tone::Waiting },
    { "PIPELINE_FAILED"_L1, QT_TRANSLATE_NOOP("Words", "Pipeline failed"), Tone::Bad },
    { "REBASE_CONFLICT"_L1, QT_TRANSLATE_NOOP("Words", "Conflict with the target"), Tone::Bad },
    { "APPROVE_NO_RIGHT"_L1, QT_TRANSLATE_NOOP("Words", "Bot may not approve"), Tone::Bad },
    { "APPROVE_DONE"_L1, QT_TRANSLATE_NOOP("Words", "Approved already"), Tone::Waiting },
    { "CHECKLIST"_L1, QT_TRANSLATE_NOOP("Words", "Checklist item open"), Tone::Bad },
    { "REMOTE_MERGED"_L1, QT_TRANSLATE_NOOP("Words", "Merged on GitLab already"), Tone::Bad },
    { "REMOTE_CLOSED"_L1, QT_TRANSLATE_NOOP("Words", "Closed on GitLab"), Tone::Bad },
    { "REMOTE_LOCKED"_L1, QT_TRANSLATE_NOOP("Words", "GitLab has not decided"), Tone::Waiting },
    { "FOREIGN_HEAD"_L1, QT_TRANSLATE_NOOP("Words", "Foreign push to our branch"), Tone::Bad },
    { "BLOCKED_OTHER"_L1, QT_TRANSLATE_NOOP("Words", "Stopped, waits for a person"), Tone::Bad },
    { "DEPLOY_LATE"_L1, QT_TRANSLATE_NOOP("Words", "Deployment not proven yet"), Tone::Waiting },
    { "DEPLOY_LOST"_L1, QT_TRANSLATE_NOOP("Words", "Deploy callback lost"), Tone::Bad },
    { "DEPLOY_FAILED"_L1, QT_TRANSLATE_NOOP("Words", "Deployment failed"), Tone::Bad },
    { "DEPLOY_UNPROVEN"_L1, QT_TRANSLATE_NOOP("Words", "Deployment never proven"), Tone::Bad },
    { "APPROVAL_UNKNOWN"_L1, QT_TRANSLATE_NOOP("Words", "Sent for approval or not: unknown"), Tone::Waiting },
    { "OVERLOADED"_L1, QT_TRANSLATE_NOOP("Words", "Overload: nothing ran"), Tone::Bad },
    { "FAILED_NEEDS_PERSON"_L1, QT_TRANSLATE_NOOP("Words", "Failed, waits for a person"), Tone::Bad },
    { "FORGE_DOWN"_L1, QT_TRANSLATE_NOOP("Words", "GitLab does not answer"), Tone::Bad },
    { "TOKEN_REFUSED"_L1, QT_TRANSLATE_NOOP("Words", "Token refused"), Tone::Bad },
    { "CONFIG_FALLBACK"_L1, QT_TRANSLATE_NOOP("Words", "Wrong configuration value"), Tone::Waiting },
    // Why a batch stopped.
    { "BLOCKED_BY_PERSON"_L1, QT_TRANSLATE_NOOP("Words", "Blocked by a person"), Tone::Bad },
    { "MORE_APPROVALS"_L1, QT_TRANSLATE_NOOP("Words", "More approvals wanted than the bots can give"), Tone::Bad },
    { "PUSH_REFUSED"_L1, QT_TRANSLATE_NOOP("Words", "Push refused"), Tone::Bad },
    { "REBASE_BUDGET"_L1, QT_TRANSLATE_NOOP("Words", "The target moved too often"), Tone::Bad },
    { "TREE_MISMATCH"_L1, QT_TRANSLATE_NOOP("Words", "What landed is not what was validated"), Tone::Bad },
    { "FREE_SLOT"_L1, QT_TRANSLATE_NOOP("Words", "Free the Slot") },
    { "OPEN_BATCH"_L1, QT_TRANSLATE_NOOP("Words", "Open the Batch") },
    // Where a key's value comes from.
    { "boot file"_L1, QT_TRANSLATE_NOOP("Words", "boot file") },
    { "default"_L1, QT_TRANSLATE_NOOP("Words", "default") },
    // What waits for a person.
    { "operation"_L1, QT_TRANSLATE_NOOP("Words", "Request") },
    { "batch"_L1, QT_TRANSLATE_NOOP("Words", "Batch") },
    { "partition"_L1, QT_TRANSLATE_NOOP("Words", "Partition") },
    { "finding"_L1, QT_TRANSLATE_NOOP("Words", "Finding") },
    { "forge"_L1, QT_TRANSLATE_NOOP("Words", "GitLab") },
    { "key"_L1, QT_TRANSLATE_NOOP("Words", "Configuration key") },
    { "action"_L1, QT_TRANSLATE_NOOP("Words", "Action") },
    { "approval"_L1, QT_TRANSLATE_NOOP("Words", "Approval") },
    // Partitions and instances.
    { "OPEN"_L1, QT_TRANSLATE_NOOP("Words", "Open"), Tone::Good },
    { "PAUSED"_L1, QT_TRANSLATE_NOOP("Words", "Paused"), Tone::Waiting },
    { "HALTED"_L1, QT_TRANSLATE_NOOP("Words", "Halted"), Tone::Bad },
    { "DRAINING"_L1, QT_TRANSLATE_NOOP("Words", "Being stopped"), Tone::Waiting },
    { "STUCK"_L1, QT_TRANSLATE_NOOP("Words", "Stuck"), Tone::Bad },
    { "REACHABLE"_L1, QT_TRANSLATE_NOOP("Words", "Reachable"), Tone::Good },
    { "AWAY"_L1, QT_TRANSLATE_NOOP("Words", "Away"), Tone::Bad },
    { "TRYING"_L1, QT_TRANSLATE_NOOP("Words", "Being tried again"), Tone::Waiting },
    { "SILENT"_L1, QT_TRANSLATE_NOOP("Words", "Silent"), Tone::Bad },
    // Approvals and findings.
    { "pending"_L1, QT_TRANSLATE_NOOP("Words", "Pending"), Tone::Waiting },
    { "accepted"_L1, QT_TRANSLATE_NOOP("Words", "Accepted"), Tone::Good },
    { "rejected"_L1, QT_TRANSLATE_NOOP("Words", "Rejected"), Tone::Neutral },
    { "withdrawn"_L1, QT_TRANSLATE_NOOP("Words", "Withdrawn"), Tone::Neutral },
    { "expired"_L1, QT_TRANSLATE_NOOP("Words", "Expired"), Tone::Neutral },
    { "open"_L1, QT_TRANSLATE_NOOP("Words", "Open"), Tone::Bad },
    { "resolved"_L1, QT_TRANSLATE_NOOP("Words", "Resolved"), Tone::Good },
    { "opened"_L1, QT_TRANSLATE_NOOP("Words", "Open"), Tone::Busy },
    { "merged"_L1, QT_TRANSLATE_NOOP("Words", "Merged"), Tone::Good },
    { "closed"_L1, QT_TRANSLATE_NOOP("Words", "Closed"), Tone::Neutral },
    { "locked"_L1, QT_TRANSLATE_NOOP("Words", "Locked"), Tone::Waiting },
    { "absent"_L1, QT_TRANSLATE_NOOP("Words", "Absent"), Tone::Neutral },
    { "success"_L1, QT_TRANSLATE_NOOP("Words", "Passed"), Tone::Good },
    { "running"_L1, QT_TRANSLATE_NOOP("Words", "Running"), Tone::Busy },
    { "failed"_L1, QT_TRANSLATE_NOOP("Words", "Failed"), Tone::Bad },
    { "canceled"_L1, QT_TRANSLATE_NOOP("Words", "Cancelled"), Tone::Bad },
    { "skipped"_L1, QT_TRANSLATE_NOOP("Words", "Skipped"), Tone::Waiting },
    // Where a line of a timeline was written down.
    { "HISTORY"_L1, QT_TRANSLATE_NOOP("Words", "Status") },
    { "CALLBACK"_L1, QT_TRANSLATE_NOOP("Words", "Callback") },
    { "DEPLOY"_L1, QT_TRANSLATE_NOOP("Words", "Deployment") },
    { "REMOTE"_L1, QT_TRANSLATE_NOOP("Words", "Remote call") },
    { "TASK"_L1, QT_TRANSLATE_NOOP("Words", "Task") },
    { "APPROVAL"_L1, QT_TRANSLATE_NOOP("Words", "Approval") },
    { "VOTE"_L1, QT_TRANSLATE_NOOP("Words", "Vote") },
    { "BATCH"_L1, QT_TRANSLATE_NOOP("Words", "Batch") },
    { "AUDIT"_L1, QT_TRANSLATE_NOOP("Words", "Audit") },
    { "CARD"_L1, QT_TRANSLATE_NOOP("Words", "Card") },
    // Facts of a diagnosis.
    { "standing"_L1, QT_TRANSLATE_NOOP("Words", "Standing") },
    { "place"_L1, QT_TRANSLATE_NOOP("Words", "Place in line") },
    { "phase"_L1, QT_TRANSLATE_NOOP("Words", "Phase") },
    { "status"_L1, QT_TRANSLATE_NOOP("Words", "Status") },
    { "step"_L1, QT_TRANSLATE_NOOP("Words", "Step") },
    { "version"_L1, QT_TRANSLATE_NOOP("Words", "Version") },
    { "state"_L1, QT_TRANSLATE_NOOP("Words", "State") },
    { "mode"_L1, QT_TRANSLATE_NOOP("Words", "Mode") },
    { "bindingStatus"_L1, QT_TRANSLATE_NOOP("Words", "Status") },
    { "stepStatus"_L1, QT_TRANSLATE_NOOP("Words", "Step") },
    { "detailedStatus"_L1, QT_TRANSLATE_NOOP("Words", "Mergeability") },
    { "head"_L1, QT_TRANSLATE_NOOP("Words", "Head") },
    { "mergeCommit"_L1, QT_TRANSLATE_NOOP("Words", "Merge commit") },
    { "by"_L1, QT_TRANSLATE_NOOP("Words", "By") },
    { "members"_L1, QT_TRANSLATE_NOOP("Words", "Requests") },
    { "failureCode"_L1, QT_TRANSLATE_NOOP("Words", "Failure") },
    { "evidence"_L1, QT_TRANSLATE_NOOP("Words", "Evidence") },
    { "withdrawAsked"_L1, QT_TRANSLATE_NOOP("Words", "Withdrawal asked") },
    { "mergeRequest"_L1, QT_TRANSLATE_NOOP("Words", "Merge request") },
    { "readAt"_L1, QT_TRANSLATE_NOOP("Words", "Last read") },
    { "remoteState"_L1, QT_TRANSLATE_NOOP("Words", "State on GitLab") },
    { "remoteDetail"_L1, QT_TRANSLATE_NOOP("Words", "GitLab's word") },
    { "remoteHead"_L1, QT_TRANSLATE_NOOP("Words", "Head on GitLab") },
    { "remoteBy"_L1, QT_TRANSLATE_NOOP("Words", "By") },
    { "approvedBy"_L1, QT_TRANSLATE_NOOP("Words", "Approved by") },
    { "pipeline"_L1, QT_TRANSLATE_NOOP("Words", "Pipeline") },
    { "task"_L1, QT_TRANSLATE_NOOP("Words", "Task") },
    { "reads"_L1, QT_TRANSLATE_NOOP("Words", "Reads so far") },
    { "failedTries"_L1, QT_TRANSLATE_NOOP("Words", "Failed tries") },
    { "owner"_L1, QT_TRANSLATE_NOOP("Words", "Owner") },
    { "ownerAlive"_L1, QT_TRANSLATE_NOOP("Words", "Owner alive") },
    { "leaseUntil"_L1, QT_TRANSLATE_NOOP("Words", "Lease until") },
    { "gitlab"_L1, QT_TRANSLATE_NOOP("Words", "GitLab") },
    { "refusedTokens"_L1, QT_TRANSLATE_NOOP("Words", "Refused tokens") },
});
// clang-format on

const Word *find(const QString &code)
{
    const auto found = std::ranges::find(wordTable, code, [](const Word &word) { return QString(word.code); });
    return found == wordTable.end() ? nullptr : &*found;
}

QString text(std::string_view name) { return QString::fromLatin1(name.data(), qsizetype(name.size())); }

QString two(const char *text, qint64 big, qint64 small)
{
    return QCoreApplication::translate("Duration", text).arg(big).arg(small);
}

} // namespace

QString duration(std::chrono::milliseconds span)
{
    const qint64 seconds = std::max<qint64>(0, span.count() / 1000);
    if (seconds < 60)
        return QCoreApplication::translate("Duration", "%1 s").arg(seconds);
    const qint64 minutes = seconds / 60;
    if (minutes < 60)
        return QCoreApplication::translate("Duration", "%1 min").arg(minutes);
    const qint64 hours = minutes / 60;
    if (hours < 24)
        return two(QT_TRANSLATE_NOOP("Duration", "%1 h %2 min"), hours, minutes % 60);
    return two(QT_TRANSLATE_NOOP("Duration", "%1 d %2 h"), hours / 24, hours % 24);
}

QString ageOf(Instant at, Instant now) { return duration(std::chrono::duration_cast<std::chrono::milliseconds>(now - at)); }

namespace {

QString written(Instant at, const QTimeZone &zone)
{
    const qint64 milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(milliseconds, zone).toString(u"yyyy-MM-dd HH:mm:ss"_s);
}

} // namespace

QString localTime(Instant at)
{
    static const QTimeZone zone = QTimeZone::systemTimeZone().isValid() ? QTimeZone::systemTimeZone() : QTimeZone::utc();
    return written(at, zone);
}

QString utcTime(Instant at)
{
    static const QTimeZone zone = QTimeZone::utc();
    return written(at, zone) + u" UTC"_s;
}

QString bothTimes(Instant at) { return QCoreApplication::translate("Duration", "%1 here\n%2").arg(localTime(at), utcTime(at)); }

QString wordFor(const QString &code)
{
    const Word *word = find(code);
    if (word)
        return QCoreApplication::translate("Words", word->text);
    if (const OperatorAction *action = actionNamed(code))
        return action->title();
    const QString work = wordsForWork(code);
    return work.isEmpty() ? code : work;
}

QString subjectText(const QString &subject)
{
    const QString name = subject.section(u':', 1);
    return name.isEmpty() ? subject : wordFor(subject.section(u':', 0, 0)) + u' ' + name;
}

QString factName(const QString &name)
{
    if (find(name))
        return wordFor(name);
    QString spaced;
    for (const QChar letter : name) {
        if (letter.isUpper())
            spaced += u' ';
        spaced += letter.toLower();
    }
    return spaced;
}

QString factValue(const QString &value)
{
    if (value.isEmpty())
        return wordFor(u"none"_s);
    if (const auto at = fromIso(value))
        return localTime(*at);
    // "10502/MR_CREATING"
    if (const auto step = workflow::stepNumbered(value.section(u'/', 0, 0).toLongLong()))
        return u"%1, %2"_s.arg(stepText(qint64(*step), text(nameOf(*step))), wordFor(value.section(u'/', 1)));
    static const QRegularExpression codes(u"^[A-Z0-9_/]*[A-Z]{2}[A-Z0-9_/]*$"_s);
    if (!value.contains(codes))
        return wordFor(value);
    QStringList words;
    for (const QString &code : value.split(u'/'))
        words.append(find(code) ? wordFor(code) : QString(code).replace(u'_', u' ').toLower());
    return words.join(u", "_s);
}

QString stepText(qint64 step, const std::optional<QString> &name)
{
    if (!name)
        return QString::number(step);
    const QString words = wordsForStep(*name);
    return u"%1 %2"_s.arg(step).arg(words.isEmpty() ? QString(*name).replace(u'_', u' ').toLower() : words);
}

QString eventText(const QString &name)
{
    const QString words = wordsForEvent(name);
    return words.isEmpty() ? factValue(name) : words;
}

QString sentenceOf(const protocol::Diagnosis &diagnosis)
{
    QString sentence = diagnosis.sentence;
    // What a task waits for, and how a batch or a partition stands, the service writes in for machines.
    static const QRegularExpression standing(u"\\b([A-Z]{4,}), ([A-Z]{4,})\\b"_s);
    if (const auto match = standing.match(sentence); match.hasMatch() && diagnosis.code == "WAITING_SLOT"_L1)
        sentence.replace(match.capturedStart(), match.capturedLength(),
                         u"%1, %2"_s.arg(wordFor(match.captured(1)), wordFor(match.captured(2))));
    if (diagnosis.code == "PARTITION_PAUSED"_L1) {
        for (const QString &mode : { u"PAUSED"_s, u"HALTED"_s }) {
            if (const auto at = sentence.indexOf(mode); at >= 0)
                return sentence.replace(at, mode.size(), wordFor(mode).toLower());
        }
    }
    for (const protocol::DiagnosisFact &fact : diagnosis.facts) {
        if (const QString words = fact.name == "task"_L1 ? wordsForWork(fact.value) : QString(); !words.isEmpty())
            sentence.replace(fact.value, words);
    }
    return sentence;
}

QString nextByItself(const protocol::Diagnosis &diagnosis, Instant now)
{
    const auto &next = diagnosis.nextAutomatic;
    if (!next)
        return QCoreApplication::translate("Duration", "By itself: nothing happens.");
    if (!next->at)
        return QCoreApplication::translate("Duration", "By itself: %1").arg(next->what);
    return *next->at > now
        ? QCoreApplication::translate("Duration", "By itself in %1: %2").arg(ageOf(now, *next->at), next->what)
        : QCoreApplication::translate("Duration", "By itself, now: %1").arg(next->what);
}

Tone toneOf(const QString &code)
{
    const Word *word = find(code);
    return word ? word->tone : Tone::Neutral;
}

} // namespace slipway::console
