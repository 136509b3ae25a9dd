// SPDX-License-Identifier: GPL-3.0-only
#include "console/models/listtables.h"

#include "console/actions/actioncatalogue.h"
#include "console/models/sharedtexts.h"

using namespace Qt::StringLiterals;

namespace slipway::console {

using protocol::ActionSummary;
using protocol::ApprovalView;
using protocol::AttentionItem;
using protocol::AuditView;
using protocol::BatchMember;
using protocol::BatchSummary;
using protocol::FindingView;
using protocol::InstanceView;
using protocol::KeyView;
using protocol::OperationSummary;
using protocol::RemoteCall;
using recovery::TargetKind;

namespace {

QString orEmpty(const std::optional<QString> &text) { return text.value_or(QString()); }
QString whyOf(const std::optional<protocol::Diagnosis> &diagnosis) { return diagnosis ? sentenceOf(*diagnosis) : QString(); }
QString stepOf(const protocol::StepView &step) { return stepText(step.code, step.name); }
QString mergeRequestText(std::optional<qint64> iid) { return iid ? u"!%1"_s.arg(*iid) : QString(); }

QString nextOf(const std::optional<protocol::Diagnosis> &diagnosis)
{
    if (!diagnosis || diagnosis->nextSafeActions.empty())
        return {};
    const protocol::AdvisedAction &next = diagnosis->nextSafeActions.front();
    const OperatorAction *ours = next.isOurs ? actionNamed(next.action) : nullptr;
    return ours ? ours->title() : next.text;
}

bool isChange(const QString &word) { return word == "bind"_L1 || word == "unbind"_L1; }

/// The service's title of a finding, and of an action that awaits a second person, begins with a name for machines.
QString titleOf(const AttentionItem &item)
{
    if (item.kind == "finding"_L1) // "HOOKS_SILENT: partition:access: …"
        return subjectText(item.title.section(u": "_s, 1, 1)) + u": "_s + item.title.section(u": "_s, 2);
    if (item.kind == "operation"_L1) { // "dan bind db/read"
        QStringList words = item.title.split(u' ');
        std::ranges::transform(words, words.begin(), [](const QString &word) { return isChange(word) ? wordFor(word) : word; });
        return words.join(u' ');
    }
    const OperatorAction *action = item.kind == "action"_L1 ? actionNamed(item.title.section(u' ', 0, 0)) : nullptr;
    return action ? action->title() + item.title.mid(item.title.indexOf(u' ')) : item.title;
}

QString aboutOf(const AttentionItem &item)
{
    if (item.kind == "operation"_L1)
        return titleOf(item);
    if (item.kind == "batch"_L1)
        return u'#' + item.id;
    if (item.kind == "finding"_L1)
        return wordFor(item.title.section(u": "_s, 0, 0));
    return item.kind == "action"_L1 ? titleOf(item).section(u" ("_s, 0, 0) : item.id;
}

QString shortHash(const QString &id) { return id.size() > 12 ? id.left(12) + u'…' : id; }

/// Where it ended says nothing of a batch that is over; "Failed, Settling" would read as if it went on.
QString wordForPhase(const BatchSummary &batch)
{
    const bool isOver = batch.status == "SUCCEEDED"_L1 || batch.status == "FAILED"_L1;
    return isOver ? u"–"_s : wordFor(batch.phase);
}

bool holdsItsBatch(const QString &status)
{
    return status == "MR_CREATING"_L1 || status == "MR_CREATED"_L1 || status == "MERGING"_L1;
}

} // namespace

qint64 urgencyOf(const AttentionItem &item, Instant now)
{
    // What stands in the way of many comes before what waits for itself alone.
    qint64 weight = 1;
    if (item.kind == "forge"_L1)
        weight = 1000;
    else if (item.kind == "batch"_L1 || item.kind == "action"_L1)
        weight = 100;
    else if (item.kind == "partition"_L1)
        weight = 50;
    else if (item.kind == "finding"_L1)
        weight = 10;
    else if (item.kind == "key"_L1)
        weight = 5;
    return weight * (60 + std::max<qint64>(0, std::chrono::duration_cast<std::chrono::seconds>(now - item.since).count()));
}

protocol::Diagnosis adviceWithoutDiagnosis(const AttentionItem &item)
{
    const auto said = [](const char *text) { return QCoreApplication::translate("Attention", text); };
    protocol::Diagnosis advice { .code = item.kind.toUpper(), .stage = {}, .since = item.since, .sentence = titleOf(item) };
    const auto may = [&](const char *action, const QString &text) {
        advice.nextSafeActions.push_back({ .action = QString::fromLatin1(action),
                                           .isOurs = true,
                                           .targetType = item.kind,
                                           .targetId = item.id,
                                           .text = text });
    };
    if (item.kind == "partition"_L1) {
        advice.code = u"PARTITION_PAUSED"_s;
        may("RESUME_PARTITION", said(QT_TRANSLATE_NOOP("Attention", "Resume the partition")));
    } else if (item.kind == "action"_L1) {
        advice.code = u"AWAITING_SECOND"_s;
        may("CONFIRM_ACTION", said(QT_TRANSLATE_NOOP("Attention", "Look at its plan and confirm it")));
        may("REJECT_ACTION", said(QT_TRANSLATE_NOOP("Attention", "Reject it")));
    } else if (item.kind == "finding"_L1) {
        advice.nextAutomatic = protocol::NextAutomatic {
            said(QT_TRANSLATE_NOOP("Attention", "The auditor looks again and resolves it when it no longer holds.")),
            std::nullopt
        };
    }
    return advice;
}

Target targetOf(const BatchSummary &batch)
{
    return { .kind = TargetKind::Batch,
             .id = QString::number(batch.id.value()),
             .version = batch.version,
             .label = u"#%1"_s.arg(batch.id.value()),
             .standing = batch.status };
}

Target targetOf(const OperationSummary &request)
{
    const protocol::ChangeSummary &change = request.change;
    Target target { .kind = TargetKind::Operation,
                    .id = change.operation.value(),
                    .version = change.version,
                    .label = u"%1 %2 %3"_s.arg(change.subject.value(), wordFor(change.kind), change.target.value()),
                    .standing = change.bindingStatus,
                    .step = change.step.code,
                    .isInActiveBatch = change.batch && holdsItsBatch(change.bindingStatus) };
    if (request.diagnosis)
        target.blocked = request.diagnosis->blockedActions;
    return target;
}

std::optional<Target> targetOf(const AttentionItem &item)
{
    Target target { .kind = TargetKind::Operation, .id = item.id, .version = item.version, .label = item.title };
    if (item.kind == "batch"_L1) {
        target.kind = TargetKind::Batch;
        target.label = u"#%1"_s.arg(item.id);
    } else if (item.kind == "partition"_L1) {
        target.kind = TargetKind::Partition;
        target.label = item.id;
        target.standing = u"PAUSED"_s;
    } else if (item.kind == "action"_L1) {
        target.kind = TargetKind::Action;
        target.standing = u"AWAITING_SECOND"_s;
    } else if (item.kind != "operation"_L1) {
        return std::nullopt;
    }
    if (item.diagnosis)
        target.blocked = item.diagnosis->blockedActions;
    return target;
}

namespace tables {

// clang-format off
const Table<AttentionItem> &attention()
{
    using Row = AttentionItem;
    static const Table<Row> table { {
        { .title = QT_TRANSLATE_NOOP("Columns", "Kind"), .text = [](const Row &row) { return wordFor(row.kind); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "About"), .text = [](const Row &row) { return aboutOf(row); }, .hint = [](const Row &row) { return row.id; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Waits"), .time = [](const Row &row) { return std::optional(row.since); }, .isAge = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Why"), .text = [](const Row &row) { return row.diagnosis ? sentenceOf(*row.diagnosis) : titleOf(row); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Next safe action"), .text = [](const Row &row) { return nextOf(row.diagnosis ? *row.diagnosis : adviceWithoutDiagnosis(row)); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Id"), .text = [](const Row &row) { return row.id; } },
    }, [](const Row &row) { return row.kind + u'/' + row.id; }, [](const Row &row) { return targetOf(row); } };
    return table;
}

const Table<BatchSummary> &batches()
{
    using Row = BatchSummary;
    static const Table<Row> table { {
        { .title = QT_TRANSLATE_NOOP("Columns", "Batch"), .text = [](const Row &row) { return QString::number(row.id.value()); }, .number = [](const Row &row) { return std::optional(row.id.value()); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Partition"), .text = [](const Row &row) { return row.partition.value(); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Status"), .text = [](const Row &row) { return row.status; }, .isWord = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Phase"), .text = [](const Row &row) { return wordForPhase(row); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Requests"), .text = [](const Row &row) { return QString::number(row.memberCount); }, .number = [](const Row &row) { return std::optional<qint64>(row.memberCount); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Merge request"), .text = [](const Row &row) { return mergeRequestText(row.mergeRequest ? std::optional(row.mergeRequest->iid.value()) : std::nullopt); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Began"), .time = [](const Row &row) { return std::optional(row.createdAt); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Last change"), .time = [](const Row &row) { return std::optional(row.updatedAt); }, .isAge = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "By"), .text = [](const Row &row) { return row.triggeredBy; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Message"), .text = [](const Row &row) { return row.message ? *row.message : wordFor(orEmpty(row.failureCode)); } },
    }, [](const Row &row) { return QString::number(row.id.value()); }, [](const Row &row) { return std::optional(targetOf(row)); },
       [](Row &row) { row.phaseAge = {}; } };
    return table;
}

const Table<BatchMember> &members()
{
    using Row = BatchMember;
    static const Table<Row> table { {
        { .title = QT_TRANSLATE_NOOP("Columns", "Request"), .text = [](const Row &row) { return row.operation.value(); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Subject"), .text = [](const Row &row) { return row.subject.value(); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Target"), .text = [](const Row &row) { return row.target.value(); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Change"), .text = [](const Row &row) { return wordFor(row.kind); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Status"), .text = [](const Row &row) { return row.bindingStatus; }, .isWord = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Step"), .text = [](const Row &row) { return stepOf(row.step); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "In the batch"), .text = [](const Row &row) { return wordFor(row.outcome); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Failure"), .text = [](const Row &row) { return wordFor(orEmpty(row.failureCode)); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Requester"), .text = [](const Row &row) { return row.requester; } },
    }, [](const Row &row) { return row.operation.value(); }, [](const Row &row) {
        return std::optional(Target { .kind = TargetKind::Operation, .id = row.operation.value(), .version = row.version,
                                      .label = row.subject.value() + u' ' + row.target.value(), .standing = row.bindingStatus,
                                      .step = row.step.code, .isInActiveBatch = holdsItsBatch(row.bindingStatus) });
    } };
    return table;
}

const Table<RemoteCall> &remoteCalls()
{
    using Row = RemoteCall;
    static const Table<Row> table { {
        { .title = QT_TRANSLATE_NOOP("Columns", "Sent"), .time = [](const Row &row) { return row.sentAt; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Call"), .text = [](const Row &row) { return wordFor(row.operation); }, .hint = [](const Row &row) { return row.operation; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Answer"), .text = [](const Row &row) { return row.status ? QString::number(*row.status) : QString(); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Outcome"), .text = [](const Row &row) { return row.outcome ? wordFor(*row.outcome) : QCoreApplication::translate("Columns", "not known"); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Settled by"), .text = [](const Row &row) { return orEmpty(row.settledBy); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Try"), .text = [](const Row &row) { return QString::number(row.attempt); }, .number = [](const Row &row) { return std::optional(row.attempt); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Request sent"), .text = [](const Row &row) { return orEmpty(row.request); } },
    }, [](const Row &row) { return QString::number(row.id); } };
    return table;
}

const Table<OperationSummary> &requests()
{
    using Row = OperationSummary;
    static const Table<Row> table { {
        { .title = QT_TRANSLATE_NOOP("Columns", "Request"), .text = [](const Row &row) { return row.change.operation.value(); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Subject"), .text = [](const Row &row) { return row.change.subject.value(); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Target"), .text = [](const Row &row) { return row.change.target.value(); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Change"), .text = [](const Row &row) { return wordFor(row.change.kind); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Status"), .text = [](const Row &row) { return row.change.bindingStatus; }, .isWord = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Step"), .text = [](const Row &row) { return stepOf(row.change.step); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Batch"), .text = [](const Row &row) { return row.change.batch ? QString::number(row.change.batch->value()) : QString(); },
          .number = [](const Row &row) { return row.change.batch ? std::optional(row.change.batch->value()) : std::nullopt; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Merge request"), .text = [](const Row &row) { return mergeRequestText(row.mergeRequestIid); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Last change"), .time = [](const Row &row) { return std::optional(row.change.updatedAt); }, .isAge = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Requester"), .text = [](const Row &row) { return row.change.requester; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Submitted"), .time = [](const Row &row) { return std::optional(row.change.createdAt); } },
    }, [](const Row &row) { return row.change.operation.value(); }, [](const Row &row) { return std::optional(targetOf(row)); }, &shareTexts };
    return table;
}

const Table<OperationSummary> &pending()
{
    using Row = OperationSummary;
    static const Table<Row> table { {
        { .title = QT_TRANSLATE_NOOP("Columns", "Cause"), .text = [](const Row &row) { return row.diagnosis ? row.diagnosis->code : stepOf(row.change.step); }, .isWord = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Request"), .text = [](const Row &row) { return row.change.operation.value(); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Waits"), .time = [](const Row &row) { return std::optional(row.change.updatedAt); }, .isAge = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Why"), .text = [](const Row &row) { return whyOf(row.diagnosis); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Next safe action"), .text = [](const Row &row) { return nextOf(row.diagnosis); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "If nothing is done"), .text = [](const Row &row) {
              return row.diagnosis && row.diagnosis->nextAutomatic ? row.diagnosis->nextAutomatic->what
                                                                   : QCoreApplication::translate("Columns", "It stays as it is."); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Subject"), .text = [](const Row &row) { return row.change.subject.value(); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Target"), .text = [](const Row &row) { return row.change.target.value(); } },
    }, [](const Row &row) { return row.change.operation.value(); }, [](const Row &row) { return std::optional(targetOf(row)); }, &shareTexts };
    return table;
}

const Table<FindingView> &findings()
{
    using Row = FindingView;
    static const Table<Row> table { {
        { .title = QT_TRANSLATE_NOOP("Columns", "State"), .text = [](const Row &row) { return row.resolvedAt ? u"resolved"_s : u"open"_s; }, .isWord = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Finding"), .text = [](const Row &row) { return wordFor(row.code); }, .hint = [](const Row &row) { return row.code; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "About"), .text = [](const Row &row) { return subjectText(row.subject); }, .hint = [](const Row &row) { return row.subject; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Detail"), .text = [](const Row &row) { return orEmpty(row.detail); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Seen"), .text = [](const Row &row) { return QString::number(row.seenCount); }, .number = [](const Row &row) { return std::optional(row.seenCount); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "First seen"), .time = [](const Row &row) { return std::optional(row.firstSeenAt); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Last seen"), .time = [](const Row &row) { return std::optional(row.lastSeenAt); }, .isAge = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Resolved"), .time = [](const Row &row) { return row.resolvedAt; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Resolved by"), .text = [](const Row &row) { return orEmpty(row.resolvedBy); } },
    }, [](const Row &row) { return QString::number(row.id); } };
    return table;
}

const Table<AuditView> &audit()
{
    using Row = AuditView;
    static const Table<Row> table { {
        { .title = QT_TRANSLATE_NOOP("Columns", "When"), .time = [](const Row &row) { return std::optional(row.at); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Who"), .text = [](const Row &row) { return row.actor; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Action"), .text = [](const Row &row) { return wordFor(row.action); }, .hint = [](const Row &row) { return row.action; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "On"), .text = [](const Row &row) { return wordFor(row.subjectKind); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Id"), .text = [](const Row &row) { return row.subjectRef; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Outcome"), .text = [](const Row &row) { return row.outcome; }, .isWord = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Reason"), .text = [](const Row &row) { return orEmpty(row.reason); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Trace"), .text = [](const Row &row) { return shortHash(orEmpty(row.traceId)); }, .hint = [](const Row &row) { return orEmpty(row.traceId); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Sealed as"), .text = [](const Row &row) { return row.seq ? QString::number(*row.seq) : QString(); }, .number = [](const Row &row) { return row.seq; } },
    }, [](const Row &row) { return QString::number(row.id); } };
    return table;
}

const Table<KeyView> &keys()
{
    using Row = KeyView;
    static const Table<Row> table { {
        { .title = QT_TRANSLATE_NOOP("Columns", "Key"), .text = [](const Row &row) { return row.key; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Value"), .text = [](const Row &row) { return row.value; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "From"), .text = [](const Row &row) { return wordFor(row.source); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Default"), .text = [](const Row &row) { return row.fallback; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Warning"), .text = [](const Row &row) { return orEmpty(row.warning); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Meaning"), .text = [](const Row &row) { return row.meaning; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Acts"), .text = [](const Row &row) { return row.stage == "boot"_L1 ? QCoreApplication::translate("Columns", "after a restart") : QCoreApplication::translate("Columns", "at once"); } },
    }, [](const Row &row) { return row.key; } };
    return table;
}

const Table<ApprovalView> &approvals()
{
    using Row = ApprovalView;
    static const Table<Row> table { {
        { .title = QT_TRANSLATE_NOOP("Columns", "State"), .text = [](const Row &row) { return row.state; }, .isWord = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Request"), .text = [](const Row &row) { return row.operation.value(); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Form"), .text = [](const Row &row) { return row.examineId; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Provider"), .text = [](const Row &row) { return row.provider; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Round"), .text = [](const Row &row) { return QString::number(row.round); }, .number = [](const Row &row) { return std::optional<qint64>(row.round); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Decided by"), .text = [](const Row &row) { return orEmpty(row.decidedBy); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Decided"), .time = [](const Row &row) { return row.decidedAt; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Sent"), .time = [](const Row &row) { return row.sentAt; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Reminded"), .time = [](const Row &row) { return row.remindedAt; }, .isAge = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Expires"), .time = [](const Row &row) { return row.expiresAt; } },
    }, [](const Row &row) { return row.examineId; }, [](const Row &row) {
        return std::optional(Target { .kind = TargetKind::Approval, .id = row.examineId, .version = row.version, .label = row.operation.value(), .standing = row.state });
    } };
    return table;
}

const Table<ActionSummary> &actions()
{
    using Row = ActionSummary;
    static const Table<Row> table { {
        { .title = QT_TRANSLATE_NOOP("Columns", "State"), .text = [](const Row &row) { return row.state; }, .isWord = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Action"), .text = [](const Row &row) { return wordFor(row.action); }, .hint = [](const Row &row) { return row.action; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Who"), .text = [](const Row &row) { return row.requestedBy; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Second person"), .text = [](const Row &row) { return orEmpty(row.confirmedBy); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Reason"), .text = [](const Row &row) { return row.reason; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "When"), .time = [](const Row &row) { return std::optional(row.createdAt); }, .isAge = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Expires"), .time = [](const Row &row) { return row.expiresAt; } },
    }, [](const Row &row) { return row.actionId; }, [](const Row &row) {
        return std::optional(Target { .kind = TargetKind::Action, .id = row.actionId, .version = row.version, .label = row.action, .standing = row.state });
    } };
    return table;
}

const Table<InstanceView> &instances()
{
    using Row = InstanceView;
    static const Table<Row> table { {
        { .title = QT_TRANSLATE_NOOP("Columns", "State"), .text = [](const Row &row) { return row.state; }, .isWord = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Host"), .text = [](const Row &row) { return row.host; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Process"), .text = [](const Row &row) { return QString::number(row.pid); }, .number = [](const Row &row) { return std::optional(row.pid); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Version"), .text = [](const Row &row) { return row.version; } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Last beat"), .time = [](const Row &row) { return std::optional(row.lastBeatAt); }, .isAge = true },
        { .title = QT_TRANSLATE_NOOP("Columns", "Began"), .time = [](const Row &row) { return std::optional(row.startedAt); } },
        { .title = QT_TRANSLATE_NOOP("Columns", "Id"), .text = [](const Row &row) { return row.id.value(); } },
    }, [](const Row &row) { return row.id.value(); } };
    return table;
}
// clang-format on

} // namespace tables
} // namespace slipway::console
