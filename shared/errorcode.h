// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QtGlobal>

#include <array>
#include <string_view>

namespace slipway {

/// What kind of failure it is; decides by itself whether the engine tries again.
enum class Fault : quint8 {
    Unset, ///< No row may carry it: a forgotten field becomes zero.
    Client, ///< The caller must change something.
    Transient, ///< The same call may succeed later: database, forge or another system is away or busy.
    Internal, ///< A defect or a broken invariant of ours.
};

/// Every code the HTTP interface can answer with, also the good ones, because they share one envelope.
enum class Code : quint8 {
    Ok,
    Accepted,
    DuplicateSubmit,
    IgnoredStale,
    Duplicate,
    InvalidRequest,
    Unauthenticated,
    AccessDenied,
    NotOpen,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    LengthRequired,
    PayloadTooLarge,
    UnsupportedMediaType,
    HeadersTooLarge,
    ActiveRequestExists,
    Preempted,
    PlanChanged,
    IdempotencyKeyReused,
    ValidationFailed,
    RateLimited,
    TooFrequent,
    InternalError,
    Unavailable,
    Count
};

struct CodeRow {
    Code code;
    std::string_view name; ///< As sent in the envelope; never changed after release.
    int httpStatus;
    Fault fault; ///< Unset for the good ones.
    std::string_view message; ///< One English sentence that says what to do next; translated by context "Error".
};

/// The one table of error codes. `message` is the text for people when the thrower gave none of its own.
// clang-format off
inline constexpr auto codeTable = std::to_array<CodeRow>({
    { Code::Ok, "OK", 200, Fault::Unset, "" },
    { Code::Accepted, "ACCEPTED", 202, Fault::Unset, QT_TRANSLATE_NOOP("Error", "Accepted. Follow its progress on this page.") },
    { Code::DuplicateSubmit, "DUPLICATE_SUBMIT", 202, Fault::Unset, QT_TRANSLATE_NOOP("Error", "This request was already accepted. Follow its progress on this page.") },
    { Code::IgnoredStale, "IGNORED_STALE", 200, Fault::Unset, QT_TRANSLATE_NOOP("Error", "Nothing was changed; do not send this again.") },
    { Code::Duplicate, "DUPLICATE", 200, Fault::Unset, QT_TRANSLATE_NOOP("Error", "This event was processed before; do not send it again.") },
    { Code::InvalidRequest, "INVALID_REQUEST", 400, Fault::Client, QT_TRANSLATE_NOOP("Error", "The request could not be understood. Correct the named fields and send it again.") },
    { Code::Unauthenticated, "UNAUTHENTICATED", 401, Fault::Client, QT_TRANSLATE_NOOP("Error", "Sign in and try again.") },
    { Code::AccessDenied, "ACCESS_DENIED", 403, Fault::Client, "Access denied" },
    { Code::NotOpen, "NOT_OPEN", 403, Fault::Client, QT_TRANSLATE_NOOP("Error", "New requests are not accepted at the moment. Try again when the service is open.") },
    { Code::NotFound, "NOT_FOUND", 404, Fault::Client, QT_TRANSLATE_NOOP("Error", "There is nothing here. Check the address or the id.") },
    { Code::MethodNotAllowed, "METHOD_NOT_ALLOWED", 405, Fault::Client, QT_TRANSLATE_NOOP("Error", "This address does not support that method. The Allow header names those it does.") },
    { Code::RequestTimeout, "REQUEST_TIMEOUT", 408, Fault::Client, QT_TRANSLATE_NOOP("Error", "The request arrived too slowly. Send it again.") },
    { Code::LengthRequired, "LENGTH_REQUIRED", 411, Fault::Client, QT_TRANSLATE_NOOP("Error", "Send the request with a Content-Length.") },
    { Code::PayloadTooLarge, "PAYLOAD_TOO_LARGE", 413, Fault::Client, QT_TRANSLATE_NOOP("Error", "The request is too large. Send less at once.") },
    { Code::UnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", 415, Fault::Client, QT_TRANSLATE_NOOP("Error", "Send the request as application/json.") },
    { Code::HeadersTooLarge, "HEADERS_TOO_LARGE", 431, Fault::Client, QT_TRANSLATE_NOOP("Error", "The request's headers are too large. Remove some and send it again.") },
    { Code::ActiveRequestExists, "ACTIVE_REQUEST_EXISTS", 409, Fault::Client, QT_TRANSLATE_NOOP("Error", "Another request for this subject and target is still open. Wait for it or withdraw it first.") },
    { Code::Preempted, "PREEMPTED", 409, Fault::Client, QT_TRANSLATE_NOOP("Error", "Its state changed in the meantime. Look at the present state and decide again.") },
    { Code::PlanChanged, "PLAN_CHANGED", 409, Fault::Client, QT_TRANSLATE_NOOP("Error", "What would be done has changed since the preview. Look at the new plan and confirm again.") },
    { Code::IdempotencyKeyReused, "IDEMPOTENCY_KEY_REUSED", 422, Fault::Client, QT_TRANSLATE_NOOP("Error", "This operation id was used for a different request. Choose a new one.") },
    { Code::ValidationFailed, "VALIDATION_FAILED", 422, Fault::Client, QT_TRANSLATE_NOOP("Error", "The request is not allowed as it stands. Correct the named fields and send it again.") },
    { Code::RateLimited, "RATE_LIMITED", 429, Fault::Client, QT_TRANSLATE_NOOP("Error", "Too many requests. Wait a moment and try again.") },
    { Code::TooFrequent, "TOO_FREQUENT", 429, Fault::Client, QT_TRANSLATE_NOOP("Error", "This was just done. Wait a moment before you repeat it.") },
    { Code::InternalError, "INTERNAL_ERROR", 500, Fault::Internal, QT_TRANSLATE_NOOP("Error", "Something went wrong on our side. Try again later; if it stays, tell the maintainers the trace id.") },
    { Code::Unavailable, "UNAVAILABLE", 503, Fault::Transient, QT_TRANSLATE_NOOP("Error", "The service cannot answer right now; nothing was changed. Try again shortly.") },
});
// clang-format on

namespace check {
consteval bool codeTableIsComplete()
{
    if (codeTable.size() != size_t(Code::Count))
        return false;
    for (size_t i = 0; i < codeTable.size(); ++i) {
        const CodeRow &row = codeTable[i];
        if (row.code != Code(i) || row.name.empty() || row.httpStatus < 200)
            return false;
        if ((row.httpStatus >= 400) != (row.fault != Fault::Unset) || (row.httpStatus >= 400 && row.message.empty()))
            return false;
    }
    return true;
}
} // namespace check
static_assert(check::codeTableIsComplete(), "a code lacks its row, stands out of order, or an error has no fault or message");

constexpr const CodeRow &rowOf(Code code) { return codeTable[size_t(code)]; }

} // namespace slipway
