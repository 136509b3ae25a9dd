// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/checklistanswers.h"

#include <QCryptographicHash>
#include <QJsonArray>

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;

ChecklistAnswers::ChecklistAnswers(const QStringList &lines)
{
    for (const QString &line : lines) {
        const qsizetype equals = line.indexOf(u'=');
        if (equals > 0)
            m_answers.insert(line.left(equals).trimmed(), line.mid(equals + 1).trimmed());
    }
}

QString ChecklistAnswers::titleHash(const QString &title)
{
    return QString::fromLatin1(QCryptographicHash::hash(title.toUtf8(), QCryptographicHash::Sha256).toHex().left(12));
}

ChecklistAnswers::Filled ChecklistAnswers::fill(const QJsonObject &list) const
{
    Filled filled;
    QJsonArray items;
    for (const QJsonValue &each : list.value("items"_L1).toArray()) {
        const QJsonObject item = each.toObject();
        const QString id = item.value("id"_L1).toString();
        const QString title = item.value("title"_L1).toString();
        const QString name = id + u':' + titleHash(title);
        const auto answer = m_answers.constFind(name);
        if (answer == m_answers.constEnd()) {
            // Asked for unless it says otherwise: an item we understand less than we think is a person's to answer.
            if (item.value("required"_L1).toBool(true) && filled.unanswered.isEmpty())
                filled.unanswered =
                    u"item '%1' (%2) has no recorded answer; add \"%3=…\" to approve.checklist.answers"_s.arg(id, title, name);
            continue;
        }
        const bool isBoolean = item.value("kind"_L1).toString(u"boolean"_s) == "boolean"_L1;
        const QJsonValue value = isBoolean ? QJsonValue(*answer == "true"_L1) : QJsonValue(*answer);
        items.append(QJsonObject { { u"id"_s, id }, { u"value"_s, value } });
    }
    filled.checklist = { { u"version"_s, list.value("version"_L1) }, { u"items"_s, items } };
    return filled;
}

} // namespace slipway::mergerequest
