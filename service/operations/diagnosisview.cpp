// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/diagnosisview.h"

#include "service/workflow/text.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {

QString filledIn(const QString &sentence, const QStringList &arguments)
{
    QString filled;
    for (qsizetype i = 0; i < sentence.size(); ++i) {
        const int number = sentence.at(i) == u'%' && i + 1 < sentence.size() ? sentence.at(i + 1).digitValue() : -1;
        if (number < 1) {
            filled += sentence.at(i);
            continue;
        }
        filled += arguments.value(number - 1);
        ++i;
    }
    return filled;
}

protocol::Diagnosis inWords(const recovery::Diagnosis &diagnosis, Language language)
{
    const auto advice = [language](const char *text) { return translated(language, "Advice", text); };
    const recovery::DiagnosisRow &row = rowOf(diagnosis.code);
    protocol::Diagnosis shown;
    shown.code = workflow::text(row.name);
    shown.stage = workflow::text(recovery::nameOf(row.stage));
    shown.since = diagnosis.since;
    shown.sentence = filledIn(translated(language, "Diagnosis", diagnosis.sentence), diagnosis.arguments);
    for (const recovery::Fact &fact : diagnosis.facts)
        shown.facts.push_back({ QString(fact.name), fact.value });
    if (diagnosis.next)
        shown.nextAutomatic = protocol::NextAutomatic { advice(diagnosis.next->what), diagnosis.next->at };
    for (const recovery::SafeAction &safe : diagnosis.safe) {
        protocol::AdvisedAction action { .action = QString(safe.deed),
                                         .isOurs = safe.action.has_value(),
                                         .targetType = std::nullopt,
                                         .targetId = std::nullopt,
                                         .text = advice(safe.text) };
        if (!safe.targetId.isEmpty()) {
            action.targetType = workflow::text(recovery::nameOf(safe.target));
            action.targetId = safe.targetId;
        }
        shown.nextSafeActions.push_back(std::move(action));
    }
    for (const recovery::BlockedAction &blocked : diagnosis.blocked)
        shown.blockedActions.push_back({ QString(blocked.action), advice(blocked.because) });
    return shown;
}

QJsonValue inWords(const std::optional<recovery::Diagnosis> &diagnosis, Language language)
{
    return diagnosis ? QJsonValue(inWords(*diagnosis, language).toJson()) : QJsonValue();
}

} // namespace slipway::operations
