// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QStringView>
#include <QtGlobal>

#include <array>
#include <optional>
#include <string_view>

namespace slipway {
namespace config {

enum class Kind : quint8 { Unset, Text, Number, Milliseconds, Switch, List };

/// When a key acts: at start, or at its next use.
enum class Stage : quint8 { Unset, Boot, Hot };

/// Where a key leans when its value is missing, blank or wrong: the lesser harm, decided key by key.
enum class Lean : quint8 {
    Unset, ///< No row may carry it.
    Refuse, ///< The service does not start.
    Default, ///< The default below.
    Off, ///< 0, false or nothing.
    Closed, ///< Nobody new comes in: access mode CLOSED, a window that is never open.
    Frozen, ///< A freeze that cannot be read counts as always on.
    Zero, ///< A negative count is 0; anything else that is wrong is the default.
};

/// What a text must look like beyond being text.
enum class Form : quint8 { Free, Choice, Endpoint, TimeZone, Windows, Secret, Path };

struct Key {
    std::string_view name;
    Kind kind = Kind::Unset;
    Stage stage = Stage::Unset;
    std::string_view fallback; ///< The default, as it would be written in the file; lists are separated by commas.
    qint64 minimum = 0; ///< Numbers and milliseconds: the smallest and largest value that is not wrong.
    qint64 maximum = 0;
    Lean absent = Lean::Unset;
    Lean blank = Lean::Unset;
    Lean wrong = Lean::Unset;
    Form form = Form::Free;
    std::string_view choices = {}; ///< Separated by '|'; compared without case and surrounding blanks.
    std::string_view meaning; ///< One line for the reference; translated by context "ConfigKey".
};

/// The rows' builders: one per family of defaults, so that a row says only what is its own.
namespace row {
inline constexpr qint64 dayMs = 86'400'000;

consteval Key boot(std::string_view name, Kind kind, std::string_view fallback, std::string_view meaning,
                   Form form = Form::Free)
{
    return { .name = name,
             .kind = kind,
             .stage = Stage::Boot,
             .fallback = fallback,
             .absent = Lean::Default,
             .blank = Lean::Default,
             .wrong = Lean::Refuse,
             .form = form,
             .meaning = meaning };
}
consteval Key bootChoice(std::string_view name, std::string_view fallback, std::string_view choices, std::string_view meaning)
{
    Key key = boot(name, Kind::Text, fallback, meaning, Form::Choice);
    key.choices = choices;
    return key;
}
consteval Key required(Key key)
{
    key.absent = key.blank = Lean::Refuse;
    return key;
}
consteval Key bootNumber(std::string_view name, std::string_view fallback, qint64 minimum, qint64 maximum,
                         std::string_view meaning)
{
    Key key = boot(name, Kind::Number, fallback, meaning);
    key.minimum = minimum;
    key.maximum = maximum;
    return key;
}
consteval Key hotNumber(std::string_view name, std::string_view fallback, qint64 minimum, qint64 maximum,
                        std::string_view meaning, Lean wrong = Lean::Default)
{
    return { .name = name,
             .kind = Kind::Number,
             .stage = Stage::Hot,
             .fallback = fallback,
             .minimum = minimum,
             .maximum = maximum,
             .absent = Lean::Default,
             .blank = Lean::Default,
             .wrong = wrong,
             .meaning = meaning };
}
consteval Key hotMs(std::string_view name, std::string_view fallback, std::string_view meaning, qint64 minimum = 1)
{
    Key key = hotNumber(name, fallback, minimum, 30 * dayMs, meaning);
    key.kind = Kind::Milliseconds;
    return key;
}
/// A switch that opens something: whatever is not plainly "on" is off.
consteval Key opens(std::string_view name, std::string_view meaning)
{
    return { .name = name,
             .kind = Kind::Switch,
             .stage = Stage::Hot,
             .fallback = "false",
             .absent = Lean::Off,
             .blank = Lean::Off,
             .wrong = Lean::Off,
             .meaning = meaning };
}
consteval Key hotText(std::string_view name, Kind kind, std::string_view fallback, Lean blank, Lean wrong, Form form,
                      std::string_view choices, std::string_view meaning)
{
    return { .name = name,
             .kind = kind,
             .stage = Stage::Hot,
             .fallback = fallback,
             .absent = Lean::Default,
             .blank = blank,
             .wrong = wrong,
             .form = form,
             .choices = choices,
             .meaning = meaning };
}
/// A rate limit: zero, blank or nonsense means no limit, because a limit must never block everybody.
consteval Key limitCount(std::string_view name, std::string_view fallback, std::string_view meaning)
{
    Key key = hotNumber(name, fallback, 0, 1'000'000, meaning, Lean::Off);
    key.blank = Lean::Off;
    return key;
}
} // namespace row

/// Every configuration key, once. Nothing else in the program may spell one.
// clang-format off
inline constexpr auto keyTable = std::to_array<Key>({
    // Where things are (boot).
    row::boot("data.directory", Kind::Text, "/var/lib/slipway", QT_TRANSLATE_NOOP("ConfigKey", "Mirror, private database and the logs of child processes."), Form::Path),
    row::boot("secrets.directory", Kind::Text, "secrets", QT_TRANSLATE_NOOP("ConfigKey", "Folder of 0600 files, one secret each; looked at after $CREDENTIALS_DIRECTORY."), Form::Path),
    row::bootChoice("config.source", "file", "file|database", QT_TRANSLATE_NOOP("ConfigKey", "Where the hot keys come from.")),
    row::boot("config.file", Kind::Text, "hot.toml", QT_TRANSLATE_NOOP("ConfigKey", "The file of hot keys when config.source is file."), Form::Path),
    row::boot("catalogue.file", Kind::Text, "catalogue.json", QT_TRANSLATE_NOOP("ConfigKey", "Partitions and targets."), Form::Path),

    row::bootChoice("database.mode", "embedded", "embedded|external", QT_TRANSLATE_NOOP("ConfigKey", "A private server in the data directory, or one of yours.")),
    row::boot("database.host", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "External database: host name.")),
    row::bootNumber("database.port", "3306", 1, 65535, QT_TRANSLATE_NOOP("ConfigKey", "External database: port.")),
    row::boot("database.socket", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "External database: local socket; wins over host and port."), Form::Path),
    row::boot("database.name", Kind::Text, "slipway", QT_TRANSLATE_NOOP("ConfigKey", "External database: schema.")),
    row::boot("database.user", Kind::Text, "slipway", QT_TRANSLATE_NOOP("ConfigKey", "External database: user.")),
    row::boot("database.secret", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "External database: name of the password's secret."), Form::Secret),
    row::boot("database.tls", Kind::Switch, "false", QT_TRANSLATE_NOOP("ConfigKey", "External database: demand TLS.")),

    row::boot("http.listen", Kind::Text, "127.0.0.1:8420", QT_TRANSLATE_NOOP("ConfigKey", "Address and port of page, interface and callbacks."), Form::Endpoint),
    row::boot("metrics.listen", Kind::Text, "127.0.0.1:9420", QT_TRANSLATE_NOOP("ConfigKey", "Address and port of /metrics."), Form::Endpoint),
    row::boot("http.trustedProxies", Kind::List, "", QT_TRANSLATE_NOOP("ConfigKey", "Addresses or networks whose X-Forwarded-For and identity header are believed.")),
    row::bootNumber("http.loops", "1", 1, 8, QT_TRANSLATE_NOOP("ConfigKey", "Event loops that read and write connections.")),
    row::bootNumber("http.workers", "16", 1, 256, QT_TRANSLATE_NOOP("ConfigKey", "Threads that run handlers, each with its own database connection.")),
    row::bootNumber("http.queue", "256", 1, 100'000, QT_TRANSLATE_NOOP("ConfigKey", "Requests that may wait for a worker; beyond it 503.")),

    row::required(row::bootChoice("identity.source", "", "header|jwt|dev", QT_TRANSLATE_NOOP("ConfigKey", "How callers prove who they are."))),
    row::boot("identity.header", Kind::Text, "X-Forwarded-User", QT_TRANSLATE_NOOP("ConfigKey", "Source header: the header the gateway sets.")),
    row::boot("identity.issuer", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "Source jwt: the expected issuer.")),
    row::boot("identity.audience", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "Source jwt: the expected audience.")),
    row::boot("identity.jwks", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "Source jwt: where the keys are: https, http on this machine, or file.")),
    row::boot("identity.claims", Kind::List, "sub", QT_TRANSLATE_NOOP("ConfigKey", "Source jwt: the claims that may name the account, the best first; an employee number counts only where no account is named.")),
    row::boot("identity.domains", Kind::List, "", QT_TRANSLATE_NOOP("ConfigKey", "Mail domains whose local part is the account.")),
    row::boot("identity.directory", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "What maps employee numbers to accounts: a file, or the https address (http on this machine) of a service asked as <address>/<number>.")),
    row::boot("identity.devUsers", Kind::List, "", QT_TRANSLATE_NOOP("ConfigKey", "Source dev: the accounts anyone on this machine may claim to be.")),
    row::bootChoice("permission.source", "roles-file", "roles-file|http", QT_TRANSLATE_NOOP("ConfigKey", "Who says what an account may do.")),
    row::boot("permission.rolesFile", Kind::Text, "roles.toml", QT_TRANSLATE_NOOP("ConfigKey", "Source roles-file: permission = [accounts]."), Form::Path),
    row::boot("permission.url", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "Source http: the permission service.")),
    row::bootNumber("permission.timeoutMs", "2000", 1, 60'000, QT_TRANSLATE_NOOP("ConfigKey", "Source http: longest wait; then no permission.")),

    row::boot("forge.url", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "GitLab's address.")),
    row::boot("forge.authorToken", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "Secret: token of the bot that writes branches and merge requests."), Form::Secret),
    row::boot("forge.reviewerTokens", Kind::List, "", QT_TRANSLATE_NOOP("ConfigKey", "Secrets: tokens of the two bots that approve and merge."), Form::Secret),
    row::boot("forge.webhookSecret", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "Secret: what GitLab sends as X-Gitlab-Token."), Form::Secret),
    row::boot("approval.external.url", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "The external approval system.")),
    row::boot("approval.external.secret", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "Secret: signs its callbacks."), Form::Secret),
    row::boot("cards.provider", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "Interactive cards: provider name; empty is off.")),
    row::boot("cards.url", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "Interactive cards: gateway address.")),
    row::boot("cards.secret", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "Secret: signs card callbacks."), Form::Secret),
    row::boot("callbacks.deploySecret", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "Secret: signs the deploy pipeline's callbacks."), Form::Secret),
    row::bootChoice("debounce.store", "mysql", "mysql|redis", QT_TRANSLATE_NOOP("ConfigKey", "Where repeated clicks are noticed.")),
    row::boot("debounce.redis", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "Store redis: host:port or socket path.")),
    row::boot("notices.webhook", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "Outgoing notices: address; empty is off.")),
    row::boot("notices.smtp", Kind::Text, "", QT_TRANSLATE_NOOP("ConfigKey", "Outgoing notices: mail server; empty is off.")),
    row::boot("test.failpoints", Kind::Switch, "false", QT_TRANSLATE_NOOP("ConfigKey", "Arms SLIPWAY_FAILPOINTS. For proving the program only.")),

    // Who may come in (hot).
    row::hotText("access.mode", Kind::Text, "TEST_WINDOW", Lean::Default, Lean::Closed, Form::Choice, "OPEN|TEST_WINDOW|CLOSED",
                 QT_TRANSLATE_NOOP("ConfigKey", "Whether new requests are accepted; reading, withdrawing and deciding always are.")),
    row::hotText("access.window", Kind::Text, "mon-fri 09:00-18:00", Lean::Closed, Lean::Closed, Form::Windows, "",
                 QT_TRANSLATE_NOOP("ConfigKey", "TEST_WINDOW: when everybody may submit.")),
    row::hotText("access.timeZone", Kind::Text, "Asia/Shanghai", Lean::Default, Lean::Default, Form::TimeZone, "",
                 QT_TRANSLATE_NOOP("ConfigKey", "Zone of access.window; never the host's.")),
    row::hotText("access.testers", Kind::List, "", Lean::Off, Lean::Off, Form::Free, "", QT_TRANSLATE_NOOP("ConfigKey", "TEST_WINDOW: accounts that may submit at any time.")),
    row::limitCount("limit.apply.count", "10", QT_TRANSLATE_NOOP("ConfigKey", "Submissions per caller and window; 0 is no limit.")),
    row::hotNumber("limit.apply.windowSeconds", "60", 1, 86'400, QT_TRANSLATE_NOOP("ConfigKey", "Length of that window.")),
    row::limitCount("limit.preview.count", "60", QT_TRANSLATE_NOOP("ConfigKey", "Previews per caller and window; 0 is no limit.")),
    row::hotNumber("limit.preview.windowSeconds", "60", 1, 86'400, QT_TRANSLATE_NOOP("ConfigKey", "Length of that window.")),
    row::hotText("limit.scope", Kind::Text, "fleet", Lean::Default, Lean::Default, Form::Choice, "fleet|instance",
                 QT_TRANSLATE_NOOP("ConfigKey", "Whether a limit holds for all instances together or for each.")),

    // How requests become merge requests (hot).
    row::opens("flow.approvalFirst", QT_TRANSLATE_NOOP("ConfigKey", "Ask for approval before anything is written to the repository.")),
    row::opens("flow.batching", QT_TRANSLATE_NOOP("ConfigKey", "Land approved requests together; needs flow.approvalFirst.")),
    row::hotMs("batch.lingerMs", "5000", QT_TRANSLATE_NOOP("ConfigKey", "How long the oldest waiting request waits for company."), 0),
    row::hotNumber("batch.maxRequests", "200", 1, 1000, QT_TRANSLATE_NOOP("ConfigKey", "Requests in one batch.")),
    row::hotNumber("batch.maxFiles", "400", 1, 10'000, QT_TRANSLATE_NOOP("ConfigKey", "Files in one batch.")),
    row::hotText("freeze.windows", Kind::List, "", Lean::Off, Lean::Frozen, Form::Windows, "",
                 QT_TRANSLATE_NOOP("ConfigKey", "When no batch starts and none merges; requests are still accepted.")),
    row::hotText("freeze.timeZone", Kind::Text, "Asia/Shanghai", Lean::Default, Lean::Default, Form::TimeZone, "", QT_TRANSLATE_NOOP("ConfigKey", "Zone of freeze.windows.")),
    row::hotNumber("approve.maxRetries", "3", 0, 20, QT_TRANSLATE_NOOP("ConfigKey", "Repeats of one bot's approval after the first try."), Lean::Zero),
    row::opens("approve.withChecklist", QT_TRANSLATE_NOOP("ConfigKey", "Send the checklist's answers with each approval.")),
    row::hotText("approve.checklist.answers", Kind::List, "", Lean::Off, Lean::Off, Form::Free, "",
                 QT_TRANSLATE_NOOP("ConfigKey", "item:titleHash=answer; an item without answer refuses the approval.")),
    row::hotNumber("merge.rebaseBudget", "5", 0, 100, QT_TRANSLATE_NOOP("ConfigKey", "Rebases of one merge request before a person is asked."), Lean::Zero),
    row::hotText("pipeline.required.source", Kind::Text, "merge_request_event", Lean::Default, Lean::Default, Form::Choice,
                 "merge_request_event|push|any", QT_TRANSLATE_NOOP("ConfigKey", "Which pipeline of the exact head must pass, where the partition does not say.")),
    row::opens("pipeline.required.skippedIsSuccess", QT_TRANSLATE_NOOP("ConfigKey", "Whether a skipped pipeline counts as passed.")),

    // How long things are awaited: short intervals first, then long ones, then the limit of looks (hot).
    row::hotMs("poll.pipeline.shortMs", "2000", QT_TRANSLATE_NOOP("ConfigKey", "Pipeline: first intervals.")),
    row::hotNumber("poll.pipeline.shortCount", "30", 0, 10'000, QT_TRANSLATE_NOOP("ConfigKey", "Pipeline: how many of them.")),
    row::hotMs("poll.pipeline.longMs", "10000", QT_TRANSLATE_NOOP("ConfigKey", "Pipeline: intervals afterwards.")),
    row::hotNumber("poll.pipeline.limit", "360", 1, 1'000'000, QT_TRANSLATE_NOOP("ConfigKey", "Pipeline: looks in all; then the outcome is pending.")),
    row::hotMs("poll.rebase.shortMs", "1000", QT_TRANSLATE_NOOP("ConfigKey", "Rebase: first intervals.")),
    row::hotNumber("poll.rebase.shortCount", "20", 0, 10'000, QT_TRANSLATE_NOOP("ConfigKey", "Rebase: how many of them.")),
    row::hotMs("poll.rebase.longMs", "5000", QT_TRANSLATE_NOOP("ConfigKey", "Rebase: intervals afterwards.")),
    row::hotNumber("poll.rebase.limit", "120", 1, 1'000'000, QT_TRANSLATE_NOOP("ConfigKey", "Rebase: looks in all.")),
    row::hotMs("poll.mergeability.shortMs", "1000", QT_TRANSLATE_NOOP("ConfigKey", "Mergeability: first intervals.")),
    row::hotNumber("poll.mergeability.shortCount", "20", 0, 10'000, QT_TRANSLATE_NOOP("ConfigKey", "Mergeability: how many of them.")),
    row::hotMs("poll.mergeability.longMs", "5000", QT_TRANSLATE_NOOP("ConfigKey", "Mergeability: intervals afterwards.")),
    row::hotNumber("poll.mergeability.limit", "120", 1, 1'000'000, QT_TRANSLATE_NOOP("ConfigKey", "Mergeability: looks in all.")),
    row::hotMs("poll.merge.shortMs", "1000", QT_TRANSLATE_NOOP("ConfigKey", "Merge: first intervals.")),
    row::hotNumber("poll.merge.shortCount", "20", 0, 10'000, QT_TRANSLATE_NOOP("ConfigKey", "Merge: how many of them.")),
    row::hotMs("poll.merge.longMs", "5000", QT_TRANSLATE_NOOP("ConfigKey", "Merge: intervals afterwards.")),
    row::hotNumber("poll.merge.limit", "120", 1, 1'000'000, QT_TRANSLATE_NOOP("ConfigKey", "Merge: looks in all.")),
    row::hotMs("poll.approval.shortMs", "5000", QT_TRANSLATE_NOOP("ConfigKey", "External approval: first intervals of asking instead of waiting.")),
    row::hotNumber("poll.approval.shortCount", "12", 0, 10'000, QT_TRANSLATE_NOOP("ConfigKey", "External approval: how many of them.")),
    row::hotMs("poll.approval.longMs", "300000", QT_TRANSLATE_NOOP("ConfigKey", "External approval: intervals afterwards.")),
    row::hotNumber("poll.approval.limit", "100000", 1, 1'000'000, QT_TRANSLATE_NOOP("ConfigKey", "External approval: looks in all.")),
    row::hotMs("poll.deploy.shortMs", "5000", QT_TRANSLATE_NOOP("ConfigKey", "Deploy proof: first intervals.")),
    row::hotNumber("poll.deploy.shortCount", "12", 0, 10'000, QT_TRANSLATE_NOOP("ConfigKey", "Deploy proof: how many of them.")),
    row::hotMs("poll.deploy.longMs", "60000", QT_TRANSLATE_NOOP("ConfigKey", "Deploy proof: intervals afterwards.")),
    row::hotNumber("poll.deploy.limit", "100000", 1, 1'000'000, QT_TRANSLATE_NOOP("ConfigKey", "Deploy proof: looks in all.")),
    row::hotMs("poll.settle.shortMs", "1000", QT_TRANSLATE_NOOP("ConfigKey", "Settling a batch: first intervals.")),
    row::hotNumber("poll.settle.shortCount", "30", 0, 10'000, QT_TRANSLATE_NOOP("ConfigKey", "Settling a batch: how many of them.")),
    row::hotMs("poll.settle.longMs", "10000", QT_TRANSLATE_NOOP("ConfigKey", "Settling a batch: intervals afterwards.")),
    row::hotNumber("poll.settle.limit", "100000", 1, 1'000'000, QT_TRANSLATE_NOOP("ConfigKey", "Settling a batch: looks in all.")),
    row::hotMs("poll.round.shortMs", "500", QT_TRANSLATE_NOOP("ConfigKey", "Rounds: interval while something waits.")),
    row::hotNumber("poll.round.shortCount", "20", 0, 10'000, QT_TRANSLATE_NOOP("ConfigKey", "Rounds: how many short intervals after something came in.")),
    row::hotMs("poll.round.longMs", "2000", QT_TRANSLATE_NOOP("ConfigKey", "Rounds: intervals afterwards.")),
    row::hotNumber("poll.round.limit", "1000000", 1, 1'000'000, QT_TRANSLATE_NOOP("ConfigKey", "Rounds: without meaning, they never end.")),
    row::hotMs("budget.approvalSendMs", "600000", QT_TRANSLATE_NOOP("ConfigKey", "Longest stay in sending an approval.")),
    row::hotMs("budget.buildMs", "600000", QT_TRANSLATE_NOOP("ConfigKey", "Longest stay in building branch, commit and merge request.")),
    row::hotMs("budget.pipelineMs", "7200000", QT_TRANSLATE_NOOP("ConfigKey", "Longest wait for a pipeline.")),
    row::hotMs("budget.approveMs", "900000", QT_TRANSLATE_NOOP("ConfigKey", "Longest stay in the bots' approvals.")),
    row::hotMs("budget.rebaseMs", "900000", QT_TRANSLATE_NOOP("ConfigKey", "Longest wait for a rebase.")),
    row::hotMs("budget.revalidateMs", "7200000", QT_TRANSLATE_NOOP("ConfigKey", "Longest wait for the pipeline after a rebase.")),
    row::hotMs("budget.mergeMs", "900000", QT_TRANSLATE_NOOP("ConfigKey", "Longest wait for a merge.")),
    row::hotMs("budget.verifyMs", "600000", QT_TRANSLATE_NOOP("ConfigKey", "Longest stay in verifying the landed tree.")),
    row::hotMs("budget.settleMs", "1800000", QT_TRANSLATE_NOOP("ConfigKey", "Longest stay in settling a failed batch.")),
    row::hotMs("deadline.forgeMs", "15000", QT_TRANSLATE_NOOP("ConfigKey", "One REST call to GitLab.")),
    row::hotMs("deadline.gitMs", "60000", QT_TRANSLATE_NOOP("ConfigKey", "One fetch or push.")),
    row::hotMs("deadline.approvalMs", "10000", QT_TRANSLATE_NOOP("ConfigKey", "One call to the approval system.")),
    row::hotMs("deadline.permissionMs", "2000", QT_TRANSLATE_NOOP("ConfigKey", "One call to the permission service.")),
    row::hotMs("deadline.directoryMs", "2000", QT_TRANSLATE_NOOP("ConfigKey", "One call to the employee directory.")),
    row::hotMs("deadline.cardsMs", "5000", QT_TRANSLATE_NOOP("ConfigKey", "One call to the card gateway.")),
    row::hotMs("deadline.noticesMs", "10000", QT_TRANSLATE_NOOP("ConfigKey", "One outgoing notice.")),

    // Housekeeping (hot).
    row::hotMs("reconcile.minAgeMs", "600000", QT_TRANSLATE_NOOP("ConfigKey", "Merged for less than this: the callback may be on its way."), 0),
    row::hotMs("reconcile.maxAgeMs", "86400000", QT_TRANSLATE_NOOP("ConfigKey", "Merged for more than this: left to a person.")),
    row::hotMs("reconcile.intervalMs", "60000", QT_TRANSLATE_NOOP("ConfigKey", "Between two runs of reconciliation.")),
    row::hotNumber("idempotency.hours", "72", 1, 8'760, QT_TRANSLATE_NOOP("ConfigKey", "How long a first answer is replayed.")),
    row::hotNumber("retention.historyDays", "730", 1, 36'500, QT_TRANSLATE_NOOP("ConfigKey", "History of finished requests and batches; when each landed is kept for ever.")),
    row::hotNumber("retention.receiptsDays", "90", 1, 36'500, QT_TRANSLATE_NOOP("ConfigKey", "Receipts of callbacks of approval and deployment.")),
    row::hotNumber("retention.remoteCallsDays", "90", 1, 36'500, QT_TRANSLATE_NOOP("ConfigKey", "Ledger of remote calls, and what was read of the forge.")),
    row::hotNumber("retention.findingsDays", "365", 1, 36'500, QT_TRANSLATE_NOOP("ConfigKey", "Findings, once resolved.")),
    row::hotNumber("retention.actionsDays", "730", 1, 36'500, QT_TRANSLATE_NOOP("ConfigKey", "Recovery actions that are over; their audit is kept for ever.")),
    row::hotMs("retention.intervalMs", "600000", QT_TRANSLATE_NOOP("ConfigKey", "Between two looks for what may be purged.")),
    row::hotMs("branch.keepClosedMs", "86400000", QT_TRANSLATE_NOOP("ConfigKey", "How long a branch is kept whose merge request was closed: a person may re-open it."), 0),
    row::hotNumber("engine.workers", "8", 1, 64, QT_TRANSLATE_NOOP("ConfigKey", "Threads that run steps.")),
    row::hotNumber("engine.maxBacklog", "5000", 1, 10'000'000, QT_TRANSLATE_NOOP("ConfigKey", "Due tasks beyond which new work is refused.")),
    row::hotMs("engine.leaseMs", "60000", QT_TRANSLATE_NOOP("ConfigKey", "How long a claimed task belongs to its instance.")),
    row::hotMs("engine.tickMs", "500", QT_TRANSLATE_NOOP("ConfigKey", "Between two looks for due tasks when nobody rings.")),
    row::hotMs("engine.sweepMs", "30000", QT_TRANSLATE_NOOP("ConfigKey", "Between two runs of the sweeper.")),
    row::hotNumber("debounce.factor", "3", 1, 100, QT_TRANSLATE_NOOP("ConfigKey", "Safety factor on the measured P99 of a decision.")),
    row::hotMs("debounce.minimumMs", "30000", QT_TRANSLATE_NOOP("ConfigKey", "Shortest time a repeated click is noticed.")),
    row::hotMs("http.longPollTickMs", "250", QT_TRANSLATE_NOOP("ConfigKey", "Between two looks for those who wait for a change.")),
    row::opens("metrics.perUser", QT_TRANSLATE_NOOP("ConfigKey", "Families labelled by user; capped.")),
    row::hotMs("ops.secondPersonMs", "86400000", QT_TRANSLATE_NOOP("ConfigKey", "How long an action waits for its second person.")),
    row::hotMs("audit.intervalMs", "60000", QT_TRANSLATE_NOOP("ConfigKey", "Between two rounds of the invariants' auditor.")),
    row::hotText("ops.twoPerson", Kind::Switch, "true", Lean::Default, Lean::Default, Form::Free, "",
                 QT_TRANSLATE_NOOP("ConfigKey", "Irreversible actions need a second person.")),
});
// clang-format on

namespace check {
consteval bool namesAreUnique()
{
    for (size_t i = 0; i < keyTable.size(); ++i) {
        for (size_t k = i + 1; k < keyTable.size(); ++k) {
            if (keyTable[i].name == keyTable[k].name)
                return false;
        }
    }
    return true;
}
consteval bool rowsAreComplete()
{
    for (const Key &key : keyTable) {
        if (key.name.empty() || key.meaning.empty() || key.kind == Kind::Unset || key.stage == Stage::Unset)
            return false;
        if (key.absent == Lean::Unset || key.blank == Lean::Unset || key.wrong == Lean::Unset)
            return false;
        if ((key.form == Form::Choice) == key.choices.empty())
            return false;
    }
    return true;
}
/// A hot key must never take the service down, and a wrong boot key must never be guessed away.
consteval bool onlyBootRefuses()
{
    for (const Key &key : keyTable) {
        if ((key.wrong == Lean::Refuse) != (key.stage == Stage::Boot))
            return false;
        if (key.stage == Stage::Hot && (key.absent == Lean::Refuse || key.blank == Lean::Refuse))
            return false;
    }
    return true;
}
consteval bool defaultsAreInRange()
{
    for (const Key &key : keyTable) {
        if (key.kind != Kind::Number && key.kind != Kind::Milliseconds)
            continue;
        qint64 value = 0;
        for (const char digit : key.fallback) {
            if (digit < '0' || digit > '9')
                return false;
            value = value * 10 + (digit - '0');
        }
        if (key.fallback.empty() || key.minimum > key.maximum || value < key.minimum || value > key.maximum)
            return false;
    }
    return true;
}
} // namespace check
static_assert(check::namesAreUnique(), "two rows carry the same key");
static_assert(check::rowsAreComplete(), "a row lacks its kind, stage, a direction, its choices or its meaning");
static_assert(check::onlyBootRefuses(), "a hot key refuses, or a wrong boot key is guessed away");
static_assert(check::defaultsAreInRange(), "a default is no number or outside its own range");

} // namespace config

/// A key that exists. Made by key() at compile time, or by findKey() from outside text.
struct KeyId {
    quint16 row;
    constexpr const config::Key &operator*() const { return config::keyTable[row]; }
    constexpr const config::Key *operator->() const { return &config::keyTable[row]; }
    friend constexpr bool operator==(KeyId, KeyId) = default;
};

namespace detail {
void noSuchConfigurationKey(); // Not constexpr on purpose: reaching it is the compile error.
}

/// A wrong name does not compile.
consteval KeyId key(std::string_view name)
{
    for (size_t i = 0; i < config::keyTable.size(); ++i) {
        if (config::keyTable[i].name == name)
            return KeyId { quint16(i) };
    }
    detail::noSuchConfigurationKey();
    return {};
}

/// The key of that exact name, for names that come from a file.
std::optional<KeyId> findKey(QStringView name);

} // namespace slipway
