// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/admission.h"
#include "service/intake/intakehandlers.h"
#include "service/intake/items.h"
#include "service/workflow/text.h"

#include <QJsonArray>
#include <QLoggingCategory>

using namespace Qt::StringLiterals;

namespace slipway::intake {
namespace {

Q_LOGGING_CATEGORY(lcIntake, "slipway.intake", QtInfoMsg)

Reply submitOne(Admission &admission, const Request &request)
{
    const Admitted admitted = admission.admit(readSubmission(request.body, request.http->header("Idempotency-Key")));
    Reply reply { .code = admitted.code, .data = admitted.answer, .headers = {}, .httpStatus = {}, .longPoll = {} };
    if (admitted.code == Code::DuplicateSubmit)
        reply.headers.emplace_back("Idempotent-Replayed", "true");
    return reply;
}

QJsonObject outcome(Code code, const QJsonObject &data, Language language)
{
    const CodeRow &row = rowOf(code);
    return { { u"code"_s, workflow::text(row.name) },
             { u"message"_s, translated(language, "Error", row.message.data()) },
             { u"data"_s, data.isEmpty() ? QJsonValue() : QJsonValue(data) } };
}

/// A person who fills in a list wants to know about each line; one that is refused stops no other.
QJsonObject outcomeOf(Admission &admission, const QJsonValue &item, Language language)
{
    try {
        if (!item.isObject())
            throw fieldError(Code::InvalidRequest, { { u""_s, u"wrong_type"_s } });
        const Admitted admitted = admission.admit(readSubmission(item.toObject(), {}));
        return outcome(admitted.code, admitted.answer, language);
    } catch (const Error &error) {
        if (error.fault() != Fault::Client)
            qCWarning(lcIntake).noquote() << "one of several submissions failed:" << error.what();
        else
            qCInfo(lcIntake).noquote() << "one of several submissions was refused:" << error.what();
        return outcome(error.code(), error.data(), language);
    }
}

Reply submitSeveral(Admission &admission, const Request &request)
{
    QJsonArray outcomes;
    const QJsonArray items = itemsOf(request);
    for (const QJsonValue &item : items)
        outcomes.append(outcomeOf(admission, item, request.language));
    return { .code = Code::Accepted,
             .data = QJsonObject { { u"items"_s, outcomes } },
             .headers = {},
             .httpStatus = {},
             .longPoll = {} };
}

} // namespace

Reply submitChange(Services &services, const Request &request)
{
    const Reader reader = Reader::of(request);
    if (services.draining && services.draining())
        throw Error(Code::Unavailable, u"draining: nothing new is stored"_s).withRetryAfter(std::chrono::seconds(5));
    Admission admission(services, database::Connection::forThisThread(*services.database), reader);
    return request.body.contains("items"_L1) ? submitSeveral(admission, request) : submitOne(admission, request);
}

} // namespace slipway::intake
