// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/gitlabanswer.h"

#include <QJsonArray>
#include <QRegularExpression>

namespace slipway::forge::gitlab {

using namespace Qt::StringLiterals;
using outbound::Answer;

namespace {

constexpr qsizetype mostWords = 1024;

QString flatten(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isDouble())
        return value.toVariant().toString();
    QStringList parts;
    if (value.isArray()) {
        for (const QJsonValue &item : value.toArray())
            parts << flatten(item);
    } else if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            parts << it.key() + u": "_s + flatten(it.value());
    }
    parts.removeAll(QString());
    return parts.join(u"; "_s);
}

QString wordsOfPage(const QByteArray &body)
{
    static const QRegularExpression unseen(u"<(script|style|head)\\b.*?</\\1>"_s,
                                           QRegularExpression::CaseInsensitiveOption
                                               | QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression markup(u"<[^>]*>"_s);
    // A page's first kilobytes hold what it says; the rest would only cost time.
    QString text = QString::fromUtf8(body.left(16 * 1024));
    return text.remove(unseen).replace(markup, u" "_s);
}

bool isJsonObject(const Answer &answer) { return answer.json().isObject(); }

Outcome::Kind kindOfStatus(const Answer &answer)
{
    const int status = answer.status;
    if (answer.isSuccess()) {
        // A success page that is not GitLab's came from something in between; it proves nothing.
        const bool silent = answer.body.trimmed().isEmpty();
        return silent || !answer.json().isUndefined() ? Outcome::Kind::Done : Outcome::Kind::Unknown;
    }
    if (status == 429 || namesRefusedToken(answer))
        return Outcome::Kind::NotSent;
    // 499 is a proxy's word for "I stopped listening", 408 may come after the work was done.
    if (status == 408 || status == 499)
        return Outcome::Kind::Unknown;
    if (status >= 300 && status < 500)
        return Outcome::Kind::Refused;
    return Outcome::Kind::Unknown;
}

} // namespace

QString oneLine(const QString &text, qsizetype most)
{
    QString clean;
    clean.reserve(std::min(text.size(), most));
    for (const QChar c : text)
        clean += c.category() == QChar::Other_Control || c == QChar::LineSeparator || c == QChar::ParagraphSeparator
            ? QChar(u' ')
            : c;
    QByteArray bytes = clean.simplified().toUtf8();
    if (bytes.size() > most) {
        qsizetype end = most;
        while (end > 0 && (uchar(bytes[end]) & 0xC0) == 0x80)
            --end;
        bytes.truncate(end);
    }
    return QString::fromUtf8(bytes);
}

QString wordsOf(const Answer &answer)
{
    if (answer.transport != Answer::Transport::Answered)
        return oneLine(answer.problem, mostWords);
    const QJsonValue json = answer.json();
    QString words;
    if (json.isObject()) {
        const QJsonObject object = json.toObject();
        QStringList parts;
        for (const auto key : { "error"_L1, "error_description"_L1, "message"_L1 })
            parts << flatten(object[key]);
        parts.removeAll(QString());
        words = parts.join(u": "_s);
    } else if (json.isArray()) {
        words = flatten(json);
    } else {
        words = wordsOfPage(answer.body);
    }
    words = oneLine(words, mostWords);
    return words.isEmpty() ? u"status %1"_s.arg(answer.status) : words;
}

bool namesRefusedToken(const Answer &answer)
{
    return answer.transport == Answer::Transport::Answered && answer.status == 401
        && answer.json().toObject().contains("error"_L1);
}

ReadVerdict verdictOf(const Answer &answer)
{
    if (answer.isTransient())
        return ReadVerdict::Unavailable;
    if (answer.isSuccess())
        return answer.json().isUndefined() ? ReadVerdict::Unavailable : ReadVerdict::Found;
    if (answer.status == 401)
        return namesRefusedToken(answer) ? ReadVerdict::TokenRefused : ReadVerdict::TokenDoubtful;
    if (answer.status == 404)
        return isJsonObject(answer) ? ReadVerdict::Absent : ReadVerdict::Unavailable;
    if (answer.status < 400 || answer.status == 403 || answer.status == 407 || !isJsonObject(answer))
        return ReadVerdict::Unavailable;
    return ReadVerdict::Misasked;
}

Outcome outcomeOf(const Answer &answer)
{
    Outcome outcome;
    outcome.status = answer.status;
    outcome.body = answer.json().toObject();
    switch (answer.transport) {
    case Answer::Transport::NotSent: outcome.kind = Outcome::Kind::NotSent; break;
    case Answer::Transport::Lost: outcome.kind = Outcome::Kind::Unknown; break;
    case Answer::Transport::Answered: outcome.kind = kindOfStatus(answer); break;
    }
    outcome.retryAfter = answer.retryAfter();
    if (!outcome.isDone())
        outcome.text = wordsOf(answer);
    return outcome;
}

Error readError(const Answer &answer, const char *operation)
{
    const QString detail = u"%1: %2 %3"_s.arg(QLatin1StringView(operation)).arg(answer.status).arg(wordsOf(answer));
    Error error(verdictOf(answer) == ReadVerdict::Misasked ? Code::InternalError : Code::Unavailable, detail);
    if (const auto wait = answer.retryAfter())
        error.withRetryAfter(*wait);
    return error;
}

} // namespace slipway::forge::gitlab
