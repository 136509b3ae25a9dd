// SPDX-License-Identifier: GPL-3.0-only
#include "service/approval/approvalhandlers.h"

#include "service/approval/decision.h"
#include "service/contract/callbackbody.h"
#include "service/contract/services.h"
#include "service/workflow/text.h"
#include "sql/approval.h"

#include <QJsonDocument>

namespace slipway::approval {

using namespace Qt::StringLiterals;
using workflow::Moved;

namespace {

struct Incoming {
    QString event;
    Decision decision;
};

Incoming parsed(const QJsonObject &json)
{
    CallbackBody body(json);
    Incoming incoming;
    incoming.event = body.text("eventId", 255);
    incoming.decision.operation = OperationId(body.text("operationId", 255));
    incoming.decision.approver = body.optionalText("approver", 255);
    const auto verdict = workflow::named<Verdict>(verdictNames, workflow::view(body.text("decision", 32).toLatin1()));
    if (!verdict)
        body.refuse("decision", "unknown_value");
    body.optionalTime("occurredAt");
    const QJsonObject ext = body.optionalObject("ext");
    // A number, or the number as text: both spellings are in use.
    if (const QString mergeRequest = ext.value("mrId"_L1).toVariant().toString(); !mergeRequest.isEmpty()) {
        bool isNumber = false;
        incoming.decision.mergeRequest = MergeRequestIid(mergeRequest.toLongLong(&isNumber));
        if (!isNumber || incoming.decision.mergeRequest->value() <= 0)
            body.refuse("ext.mrId", "must_be_a_positive_number");
    }
    body.finish();
    incoming.decision.verdict = *verdict;
    return incoming;
}

Code codeOf(Moved moved)
{
    switch (moved) {
    case Moved::Flipped: return Code::Ok;
    case Moved::AlreadyThere:
    case Moved::Stale:
    case Moved::Unknown: break;
    }
    return Code::IgnoredStale;
}

} // namespace

Reply receiveDecision(Services &services, const Request &request)
{
    const Incoming incoming = parsed(request.body);
    const workflow::StateMover states(services.instance);
    auto &connection = database::Connection::forThisThread(*services.database);
    const database::Bindings event { { "event", incoming.event } };
    const Code code = database::inTransaction(
        connection, "callback.approval",
        [&](database::Transaction &transaction) {
            const bool fresh =
                transaction
                    .tryInsert("uk_callback", sql::approval::insert_receipt,
                               { { "event", incoming.event },
                                 { "operation", incoming.decision.operation.value().left(36) },
                                 { "body", QString::fromUtf8(QJsonDocument(request.body).toJson(QJsonDocument::Compact)) } })
                    .has_value();
            if (!fresh)
                return Code::Duplicate;
            const Code outcome = codeOf(applyDecision(transaction, services, states, incoming.decision));
            transaction.affect(sql::approval::close_receipt,
                               { { "outcome", workflow::text(rowOf(outcome).name) }, { "event", incoming.event } });
            return outcome;
        },
        [&](database::Connection &again) -> std::optional<Code> {
            // The commit's answer was lost. The receipt was written with the decision: if it is there, so is the decision.
            return again.run(sql::approval::receipt_of, event, [](const database::Row &) {}) > 0 ? std::optional(Code::Ok)
                                                                                                 : std::nullopt;
        });
    if (code == Code::Ok)
        services.wakeEngine();
    return { .code = code };
}

} // namespace slipway::approval
