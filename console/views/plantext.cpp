// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/plantext.h"

#include "console/models/wording.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

QString inPlan(const char *text) { return QCoreApplication::translate("Plan", text); }

void add(QString &text, const char *title, const std::vector<QString> &lines)
{
    if (lines.empty())
        return;
    text += u'\n' + inPlan(title) + u'\n';
    for (const QString &line : lines)
        text += u"  • "_s + line + u'\n';
}

/// What GitLab says; the rest of what was read stands on the batch's page.
QString readingOf(const QJsonObject &reading)
{
    QString text;
    for (const char *field : { "state", "detailedStatus", "head", "mergeCommit", "by" }) {
        const QString name = QString::fromLatin1(field);
        const QString value = reading.value(name).toString();
        if (!value.isEmpty())
            text += u"  • GitLab, %1: %2\n"_s.arg(factName(name).toLower(), wordFor(value));
    }
    return text;
}

QString changeOf(const QJsonObject &before, const QJsonObject &after)
{
    QString text;
    QStringList fields = before.keys();
    for (const QString &field : after.keys()) {
        if (!fields.contains(field))
            fields.append(field);
    }
    const auto shown = [](const QJsonValue &value) {
        if (value.isUndefined() || value.isNull())
            return u"–"_s;
        if (value.isArray())
            return QString::number(value.toArray().size());
        return wordFor(value.toVariant().toString());
    };
    for (const QString &field : std::as_const(fields)) {
        if (before.value(field).isObject() || after.value(field).isObject()) {
            text += readingOf((after.contains(field) ? after : before).value(field).toObject());
            continue;
        }
        const QString old = shown(before.value(field));
        const QString fresh = shown(after.value(field));
        text += u"  • "_s + factName(field) + u": "_s + (old == fresh ? old : old + u" → "_s + fresh) + u'\n';
    }
    return text;
}

} // namespace

QString planText(const RunItem &item)
{
    QString text = item.text + u'\n';
    if (!item.plan)
        return text;
    const protocol::ActionItem &plan = *item.plan;
    if (plan.text != item.text)
        text = inPlan(QT_TRANSLATE_NOOP("Plan", "Plan: %1")).arg(plan.text) + u'\n' + text;
    if (!plan.before.isEmpty() || !plan.after.isEmpty())
        text += u'\n' + inPlan(QT_TRANSLATE_NOOP("Plan", "From and to")) + u'\n' + changeOf(plan.before, plan.after);
    add(text, QT_TRANSLATE_NOOP("Plan", "Only if (else nothing is done)"), plan.guards);
    add(text, QT_TRANSLATE_NOOP("Plan", "Would be written"), plan.writes);
    add(text, QT_TRANSLATE_NOOP("Plan", "Would be asked of others"), plan.remoteCalls);
    if (plan.isIrreversible)
        text += u'\n' + inPlan(QT_TRANSLATE_NOOP("Plan", "It cannot be undone.")) + u'\n';
    if (plan.needsSecond)
        text += u'\n' + inPlan(QT_TRANSLATE_NOOP("Plan", "A second person has to confirm it before it happens.")) + u'\n';
    if (!item.actionId.isEmpty())
        text += u'\n' + inPlan(QT_TRANSLATE_NOOP("Plan", "Recorded as action %1")).arg(item.actionId) + u'\n';
    return text;
}

} // namespace slipway::console
